/** Fetches a page of this site while a finger or pointer is on its way to it; never on a metered line. */
const fetched = new Set([location.pathname]);
const connection = (navigator as { connection?: { saveData?: boolean } }).connection;

function prefetch(event: Event): void {
  const link = (event.target as Element).closest?.('a');
  if (!link || link.origin !== location.origin || fetched.has(link.pathname)) return;
  if (/^\/(auth|dashboard)/.test(link.pathname) || link.hasAttribute('download')) return;
  fetched.add(link.pathname);
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = link.href;
  document.head.append(hint);
}

if (!connection?.saveData) {
  addEventListener('pointerover', prefetch, { passive: true });
  addEventListener('focusin', prefetch);
}
