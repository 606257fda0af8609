/**
 * Astro takes this for markup. React writes it as none, which a page that takes no strings for markup allows: where
 * another program's element lies in the page, React draws the island anew, and its slots with it.
 */
const NO_MARKUP = Object.assign(
  (globalThis as { trustedTypes?: { emptyHTML: object } }).trustedTypes?.emptyHTML ?? Object(''),
  { trim: () => 'something' },
) as string;

const nameOf = (slot: Element) => slot.getAttribute('name') ?? 'default';

/** The slots of an island, as Astro's renderer wants them. What stands in one is moved into each that takes its place. */
export function slotsOf(island: Element): Record<string, string> {
  const slots = [...island.querySelectorAll('astro-slot')];
  const held = new Map(slots.map((slot) => [nameOf(slot), [...slot.childNodes]]));
  if (held.size > 0) keepFilled(island, held);
  return Object.fromEntries([...held.keys()].map((name) => [name, NO_MARKUP]));
}

function keepFilled(island: Element, held: ReadonlyMap<string, Node[]>): void {
  new MutationObserver(() => {
    for (const slot of island.querySelectorAll('astro-slot:empty'))
      slot.append(...(held.get(nameOf(slot)) ?? []));
  }).observe(island, { childList: true, subtree: true });
}
