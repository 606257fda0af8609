import { countView } from './views.api.ts';

/** Not yet in TypeScript's own. */
const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
const counts = !navigator.webdriver && !globalPrivacyControl && navigator.doNotTrack !== '1';

/** Counts that a visitor looked at an artist's page, unless they ask for privacy or are a program. Says nothing when it cannot. */
export function viewed(slug: string): void {
  if (counts) countView(slug, document.documentElement.dataset.session === 'in').catch(() => {});
}
