import { countView, type SeenPage } from './views.api.ts';

/** Not yet in TypeScript's own. */
const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
const counts = !navigator.webdriver && !globalPrivacyControl && navigator.doNotTrack !== '1';
// Not what lies below it, such as all reviews.
const [, page = '', slug = ''] = /^\/(artist|mural)\/([^/]+)\/?$/.exec(location.pathname) ?? [];
const seen = new Set<number | undefined>();

/**
 * Counts that the page, or one of its pictures, was looked at: once each as long as the page is open, and not for who
 * does not want it, or is a program. Says nothing when it cannot.
 */
export function viewed(picture?: SeenPage['picture']): void {
  if (!counts || !slug || seen.has(picture?.place)) return;
  seen.add(picture?.place);
  const signedIn = document.documentElement.dataset.session === 'in';
  countView({ page, slug: decodeURIComponent(slug), ...(picture && { picture }) }, signedIn).catch(
    () => {},
  );
}
