/*
 * Runs when it is imported, on every page: Back, Forward and Reload bring nothing of a person who has signed out since.
 * Browsers put typed text back into forms, and whole pages out of the back-forward cache.
 */
const left = () => /(?:^|; )mural_left=([\w-]+)/.exec(document.cookie)?.[1];
const atStart = left();

if (atStart && history.state?.left !== atStart) {
  const [{ type }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
  if (type !== 'navigate') for (const form of document.forms) form.reset();
  history.replaceState({ ...history.state, left: atStart }, '');
}
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || left() === atStart) return;
  document.documentElement.hidden = true;
  location.reload();
});
