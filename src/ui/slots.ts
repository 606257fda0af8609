/** Astro takes this for markup, and React writes it as none, which a page that takes no strings for markup allows. */
const NO_MARKUP = Object.assign(
  (globalThis as { trustedTypes?: { emptyHTML: object } }).trustedTypes?.emptyHTML ?? Object(''),
  { trim: () => 'something' },
) as string;

const nameOf = (slot: Element) => slot.getAttribute('name') ?? 'default';

/**
 * The slots of an island, as Astro's renderer wants them. What stands in one that React is about to draw `anew` is
 * moved into the new one as soon as it is there.
 */
export function slotsOf(island: Element, anew: boolean): Record<string, string> {
  const slots = [...island.querySelectorAll('astro-slot')];
  if (anew) moveInto(island, new Map(slots.map((slot) => [nameOf(slot), [...slot.childNodes]])));
  return Object.fromEntries(slots.map((slot) => [nameOf(slot), anew ? NO_MARKUP : slot.innerHTML]));
}

function moveInto(island: Element, held: Map<string, Node[]>): void {
  const observer = new MutationObserver(() => {
    for (const slot of island.querySelectorAll('astro-slot:empty')) {
      slot.append(...(held.get(nameOf(slot)) ?? []));
      held.delete(nameOf(slot));
    }
    if (held.size === 0) observer.disconnect();
  });
  observer.observe(island, { childList: true, subtree: true });
}
