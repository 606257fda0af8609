import { again } from '#ui/again.ts';
import './signed-out.ts';
import './lost-toast.ts';
import './pending-flash.ts';
import './stray-drops.ts';

/**
 * What every page runs at once: listening, and laying out in idle moments what the first frame left out. Whatever
 * answers a person is in deferred.ts, which is fetched at the first sign of one; a press that comes before it is
 * there waits for it.
 */
const { session, theme } = document.documentElement.dataset;
const deferred = () => import('./deferred.ts');
/** For what nobody has asked for yet: silent, and tried again when the network is back. */
const loadSoon = () => deferred().catch(() => addEventListener('online', loadSoon, { once: true }));

// A confirmed address comes back to the site's origin (section 7), where nobody could read the answer of the link.
if (/[#&](access_token|error_code)=/.test(location.hash) && !location.pathname.endsWith('/auth'))
  location.replace(`/auth${location.hash}`);

addEventListener('click', async ({ target }) => {
  const element = target as Element;
  // The same list, form or request in the other language.
  const language = element.closest?.<HTMLAnchorElement>('a[hreflang]');
  if (language) Object.assign(language, { search: location.search, hash: location.hash });
  const button = element.closest?.<HTMLElement>('[data-act]');
  if (button) (await again(deferred)).act(button);
});
for (const sign of ['pointerover', 'focusin', 'scroll', 'storage', 'mural:session'])
  addEventListener(sign, loadSoon, { once: true, passive: true });

// A page out of the back-forward cache may be older than the session.
addEventListener('pageshow', ({ persisted }) => persisted && loadSoon());

// A visitor who was here before: their name, their theme, their shortlist, their request and a menu that was open do
// not wait for a sign.
try {
  const { 'mural-shortlist': saved, 'mural-request': sent } = localStorage;
  if (session === 'in' || theme || history.state || saved || sent) loadSoon();
} catch {}

// Lays out one part per idle callback, so that find-in-page, screenshots and fast scrolling meet a complete page.
const parts = document.querySelectorAll<HTMLElement>('.later');
const idle = self.requestIdleCallback ?? setTimeout;
let shown = 0;
const show = () => {
  const part = parts[shown++];
  if (!part) return;
  part.style.contentVisibility = 'visible';
  idle(show);
};
// Not while what came with the first frame is still being drawn.
addEventListener('load', () => setTimeout(show, 1500));
