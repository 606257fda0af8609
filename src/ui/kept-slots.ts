/** Astro takes this for markup, and React writes it as none, which a page that takes no strings for markup allows. */
const NO_MARKUP = Object.assign(
  (globalThis as { trustedTypes?: { emptyHTML: object } }).trustedTypes?.emptyHTML ?? Object(''),
  { trim: () => 'something' },
) as string;

/**
 * The slots of an island that React is about to draw anew, as its renderer wants them. What stands in them is moved
 * into the new ones as soon as they are there.
 */
export function keepSlots(island: Element): Record<string, string> {
  const held = new Map<string, Node[]>();
  for (const slot of island.querySelectorAll('astro-slot'))
    held.set(slot.getAttribute('name') ?? 'default', [...slot.childNodes]);
  const slots = Object.fromEntries([...held.keys()].map((name) => [name, NO_MARKUP]));
  const fill = () => {
    for (const slot of island.querySelectorAll('astro-slot:empty')) {
      const name = slot.getAttribute('name') ?? 'default';
      slot.append(...(held.get(name) ?? []));
      held.delete(name);
    }
    if (held.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fill);
  observer.observe(island, { childList: true, subtree: true });
  return slots;
}
