import { onStored } from '#browser/browser-storage.ts';
import { markSignOut, onSignOut } from '#browser/personal.ts';
import { goHomeErased } from '#features/accounts/go-home.store.ts';
import { TOASTS } from '#lib/toasts.ts';

/**
 * Keeps the navigation in step with the session: after a change in this page ('mural:session') and in
 * another tab ('storage'). The first state is set before paint by layouts/before-paint.ts. The auth
 * library is loaded only where there is a session.
 */
const AUTH_KEY = 'mural-auth';
const ROLE_KEY = 'mural-role';
const OFFLINE_QUESTION =
  'No connection. Logging out now erases what you typed and saved on this device. Log out?';
const root = document.documentElement.dataset;
const sessionStore = () => import('./session.ts');

interface StoredSession {
  access_token?: string;
  user?: { email?: string; user_metadata?: { name?: string } };
}

function readSession(): StoredSession | null {
  try {
    const session = JSON.parse(localStorage.getItem(AUTH_KEY) ?? 'null');
    return session?.access_token ? session : null;
  } catch {
    return null;
  }
}

function show(): void {
  const session = readSession();
  const role = session && localStorage.getItem(ROLE_KEY);
  root.session = session ? 'in' : 'out';
  if (role && /^(admin|artist|client)$/.test(role)) root.role = role;
  else delete root.role;
  if (root.role === 'admin')
    void import('./edit-link.ts').then(({ showEditLink }) => showEditLink());
  const name = session?.user?.user_metadata?.name?.trim() || session?.user?.email?.split('@')[0];
  for (const element of document.querySelectorAll('[data-account-name]')) {
    element.textContent = name || 'Account';
  }
}

show();
onStored([AUTH_KEY, ROLE_KEY], show);
addEventListener('mural:session', show);
// A page out of the back-forward cache may be older than the session.
addEventListener('pageshow', (event) => event.persisted && show());

// The role is read anew at every start; what was remembered only bridges the time until then.
const follow = (): Promise<void> =>
  sessionStore()
    .then(({ resumeSession }) => resumeSession())
    .catch(() => addEventListener('online', follow, { once: true }));
if (root.session === 'in') setTimeout(follow, 200);

// What is typed into a form that no application watches, or that the browser puts back.
onSignOut(() => {
  for (const form of document.forms) form.reset();
});

/** Logs out, also where the code that asks the server to end the session cannot be had: the device forgets it all. */
export async function logOutEvenOffline(): Promise<void> {
  try {
    await (await sessionStore()).logOutAfterAsking();
  } catch (error) {
    console.error(error);
    if (!confirm(OFFLINE_QUESTION)) return;
    markSignOut();
    await goHomeErased(TOASTS.loggedOut);
  }
}
