import { $session } from '#features/accounts/session.store.ts';
import { mountBell } from '#features/notifications/mount-bell.tsx';
import { $bell, BELL_ACTIONS, followNews, PAGE_MS } from '#features/notifications/notices.store.ts';
import { addStylesheet } from '#ui/stylesheet.ts';
import stylesheet from '../../styles/global.css?url';

/** The bell in the navigation bar, for as long as a visitor is signed in. */
export async function showBell(): Promise<void> {
  const host = document.querySelector<HTMLElement>('[data-bell]');
  if (!host) return;
  await addStylesheet(stylesheet);
  const render = mountBell(host);
  let leave: (() => void) | null = null;
  $session.subscribe(({ status }) => {
    if (status === 'in' && !leave) {
      const stop = followNews(PAGE_MS);
      const stopShowing = $bell.subscribe((bell) => render({ ...bell, ...BELL_ACTIONS }));
      leave = () => {
        stopShowing();
        stop();
        render(null);
      };
    } else if (status === 'out') {
      leave?.();
      leave = null;
    }
  });
}
