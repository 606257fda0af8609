import { addStylesheet } from '#ui/stylesheet.ts';
import stylesheet from '../../styles/global.css?url';

/**
 * A step between the navigation and the session store: Vite writes the whole list of files behind a dynamic
 * import into the importing script, and every page would carry the store's list.
 */
const store = () => import('#features/accounts/session.store.ts');

/** Of a page that was opened with a session. */
export async function resumeSession(): Promise<void> {
  await (await store()).startSession(true);
  // Not before the session: its list is the person's own.
  void import('./bell.ts').then(({ showBell }) => showBell()).catch(console.error);
}

let loggingOut: Promise<void> | undefined;

/**
 * Logs out; asks first where that would erase something, in a dialog with the styles of the applications. A second
 * press asks no second time.
 */
export function logOutAfterAsking(): Promise<void> {
  loggingOut ??= askAndLogOut().finally(() => {
    loggingOut = undefined;
  });
  return loggingOut;
}

async function askAndLogOut(): Promise<void> {
  const { logoutLosses } = await import('#dashboards/logout-losses.store.ts');
  const losses = logoutLosses();
  if (losses.length > 0) {
    const [{ askLogout }] = await Promise.all([
      import('#dashboards/ask-logout.tsx'),
      addStylesheet(stylesheet),
    ]);
    if (!(await askLogout(losses))) return;
  }
  await (await store()).logOut();
}
