import { atom, onMount, type ReadableAtom } from 'nanostores';
import { onStored } from '#browser/browser-storage.ts';
import { markSignOut } from '#browser/personal.ts';
import { AUTH_STORAGE_KEY, hasSession, storedUserId } from '#data/browser-client.ts';
import type { Role } from '#lib/options.ts';
import { TOASTS } from '#lib/toasts.ts';
import { signIn, signOut, watchSession } from './auth.api.ts';
import { type Proof, redeem } from './auth-mail.api.ts';
import { deviceOwner } from './device-owner.store.ts';
import { goHomeErased } from './go-home.store.ts';
import { accessFor, type PageAccess } from './guard.store.ts';
import type { LinkType } from './mail-link.ts';
import { rememberRole } from './role-cache.store.ts';
import { roleOf } from './roles.api.ts';
import { createSessionStore, type SessionState } from './session-store.store.ts';

// A link from a mail carries a session that only supabase-js can take out of the address.
const arrivesByLink = () => location.hash.includes('access_token=');

const store = createSessionStore({
  hasSession: () => hasSession() || arrivesByLink(),
  watch: watchSession,
  loadRole: roleOf,
  ended: () => owner.sessionEnded(),
  rememberRole,
  forget: () => signOut(),
});
const owner = deviceOwner(store.$session);

let listening = false;

/** The page's session. Reading it starts nothing: call `startSession` where it is needed. */
export const $session = store.$session;

/**
 * Loads session and role, and follows every change, those of other tabs included. Where the page was opened with a
 * session (`hadSession`) that is gone by now, it ended before anybody watched.
 */
export function startSession(hadSession = false): Promise<void> {
  if (!listening) {
    listening = true;
    // Broadcasts of supabase-js reach only tabs that have loaded it.
    onStored([AUTH_STORAGE_KEY], () => store.storageChanged(hasSession()));
    addEventListener('online', () => {
      if ($session.get().status === 'unreachable') void store.retry();
    });
  }
  // The page before may have been left while the server refused its session.
  if (!hasSession() && !arrivesByLink()) owner.sessionEnded(hadSession);
  return store.start();
}

/** Tries again after `unreachable`. */
export const retrySession = store.retry;

/** Signs in, and from then on watches the session that began. Throws an AppError with the service's message. */
export async function logIn(email: string, password: string): Promise<void> {
  await signIn(email, password);
  // Without a session at the start nobody was watching, and this tab gets no `storage` event of its own doing.
  store.storageChanged(true);
}

/**
 * Spends the link or the code of a mail, and from then on watches the session that began. Gives false when there is
 * none yet, because another address has to confirm as well. Throws an AppError with the service's message.
 */
export async function enterByMail(type: LinkType, proof: Proof): Promise<boolean> {
  const entered = await redeem(type, proof);
  if (entered) {
    store.storageChanged(true);
    await ownerKnown();
  }
  return entered;
}

/** Until nobody is shown any more whose session this browser held before: the page would be left with that role. */
function ownerKnown(): Promise<void> {
  const former = (session: SessionState) =>
    session.status === 'in' && session.account.id !== storedUserId();
  return new Promise((resolve) => {
    const stop = $session.listen((now) => {
      if (former(now)) return;
      stop();
      resolve();
    });
    if (former($session.get())) return;
    stop();
    resolve();
  });
}

/** Signs out of this browser, or of all of them, and goes home with 'Logged out successfully' (section 2). */
export function logOut(scope: 'local' | 'global' = 'local'): Promise<void> {
  return redirectHomeAfter(() => endSession(scope), TOASTS.loggedOut);
}

async function endSession(scope: 'local' | 'global'): Promise<void> {
  try {
    await signOut(scope);
  } catch (error) {
    if (scope === 'global') throw error;
    // The library could not be loaded; on a shared computer the session must go all the same, with the rest.
  }
}

/**
 * Does the last thing of this page, erases what this browser keeps of the person, and goes home with a toast; the
 * guards do not react to a session that ends on the way. If it fails, the page stays as it was, nothing is erased and
 * the error is thrown on.
 */
export async function redirectHomeAfter(
  work: () => Promise<void>,
  farewell: string,
): Promise<void> {
  const stay = store.beginRedirect();
  // Before the work: other tabs hear of the session's end while it is under way, and leave the erasing to this one.
  const takeBack = markSignOut();
  try {
    await work();
  } catch (error) {
    takeBack();
    stay();
    throw error;
  }
  await goHomeErased(farewell);
}

/**
 * Access of a dashboard page for one role. While it is listened to, a person who may not be here is sent on;
 * `go` is therefore never seen by the page, which waits instead.
 */
export function dashboardAccess(role: Role): ReadableAtom<PageAccess> {
  const $access = atom<PageAccess>({ state: 'wait' });
  onMount($access, () => {
    // Prerendering reads the store too; there is nobody to send anywhere.
    if (typeof window === 'undefined') return;
    const stop = $session.subscribe((session) => {
      const access = accessFor(session, role, location.pathname + location.search);
      if (access.state === 'go') {
        $access.set({ state: 'wait' });
        location.replace(access.to);
      } else {
        $access.set(access);
      }
    });
    void startSession();
    return stop;
  });
  return $access;
}
