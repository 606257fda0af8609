/**
 * Fetches a page of this site while a finger or pointer is on its way to it; never on a metered line. Browsers that
 * know speculation rules do so by themselves (layouts/speculation-rules.ts), and must not be made to do it twice.
 */
const fetched = new Set([location.pathname]);
const connection = (navigator as { connection?: { saveData?: boolean } }).connection;

function prefetch(target: EventTarget | null | undefined): void {
  const link = (target as Element | null)?.closest?.('a');
  if (!link || link.origin !== location.origin || fetched.has(link.pathname)) return;
  if (/\/(auth$|dashboard)/.test(link.pathname) || link.hasAttribute('download')) return;
  fetched.add(link.pathname);
  const { href } = link;
  document.head.append(Object.assign(document.createElement('link'), { href, rel: 'prefetch' }));
}

if (!connection?.saveData && !HTMLScriptElement.supports?.('speculationrules')) {
  addEventListener('pointerover', ({ target }) => prefetch(target), { passive: true });
  addEventListener('focusin', ({ target }) => prefetch(target));
  // This script comes with the first of these events, and would miss it.
  prefetch([...document.querySelectorAll('a:hover')].at(-1) ?? document.activeElement);
}
