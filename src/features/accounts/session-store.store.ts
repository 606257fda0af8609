import { atom, type ReadableAtom } from 'nanostores';
import { AppError } from '#data/app-error.ts';
import type { Role } from '#lib/options.ts';
import type { Account, SessionNews } from './auth.api.ts';

/**
 * Who uses this page. `unreachable`: there is a session, but it or its role could not be read.
 * `redirecting`: a sign-out is under way and the page is about to change, so nothing should react to it.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'out' }
  | { status: 'in'; account: Account; role: Role | null }
  | { status: 'unreachable' }
  | { status: 'redirecting' };

export interface SessionDeps {
  /** Whether this browser holds a session at all; asked first, so that nothing is loaded for visitors. */
  hasSession: () => boolean;
  watch: (report: (news: SessionNews) => void) => Promise<() => void>;
  loadRole: (userId: string) => Promise<Role | null>;
  /** A person's session has come to its end, and not by a sign-out in this page. */
  ended: () => void;
  /** Keeps the role for the navigation bar of the next page; null forgets it. */
  rememberRole: (role: Role | null) => void;
  /** Drops this browser's session, which is then reported as gone. */
  forget: () => Promise<void>;
}

/** Whether the service refuses the session itself, and not for lack of a connection. */
function isOver(error: unknown): boolean {
  return error instanceof AppError && error.status === 401 && error.code === 'PGRST301';
}

/** Whether `next` is no news: a sign-out elsewhere arrives twice, by broadcast and by storage. */
function isKnown({ status }: SessionState, next: SessionState): boolean {
  return status === 'redirecting' || (status === 'out' && next.status === 'out');
}

const sameAs = (now: { account: Account }, { id }: Account) => now.account.id === id;

/** An account whose role could not be read just now: it keeps the one that was known. */
function withoutRole(before: SessionState, account: Account): SessionState {
  const known = before.status === 'in' && sameAs(before, account);
  return known ? { ...before, account } : { status: 'unreachable' };
}

/** The session's life in one page (specification, section 4), with its surroundings passed in. */
export function createSessionStore(deps: SessionDeps) {
  const $session = atom<SessionState>({ status: 'loading' });
  let watching: Promise<void> | undefined;
  let stopWatching = () => {};
  // News may overtake a role that is still loading: only the answer to the latest counts.
  let latest = 0;

  const set = (state: SessionState) => {
    if (!isKnown($session.get(), state)) $session.set(state);
  };

  const signedIn = async (account: Account, ticket: number) => {
    try {
      const role = await deps.loadRole(account.id);
      if (ticket !== latest) return;
      deps.rememberRole(role);
      set({ status: 'in', account, role });
    } catch (error) {
      // Ended elsewhere, by a new password or an address that was taken back: trying again would never help.
      if (isOver(error)) return deps.forget();
      console.error(error);
      if (ticket === latest) set(withoutRole($session.get(), account));
    }
  };

  const report = (news: SessionNews): void => {
    const ticket = ++latest;
    const now = $session.get();
    if (news.kind === 'in' && news.renewed && now.status === 'in' && sameAs(now, news.account)) {
      set({ ...now, account: news.account });
    } else if (news.kind === 'in') {
      void signedIn(news.account, ticket);
    } else if (news.kind === 'out') {
      const { status } = $session.get();
      deps.rememberRole(null);
      if (status !== 'out' && status !== 'redirecting') deps.ended();
      set({ status: 'out' });
    } else if ($session.get().status !== 'in') {
      // A refresh that fails for lack of a connection is tried again; what is on the screen may stay.
      set({ status: 'unreachable' });
    }
  };

  const watch = async () => {
    try {
      stopWatching = await deps.watch(report);
    } catch (error) {
      console.error(error);
      set({ status: 'unreachable' });
    }
  };

  return {
    $session: $session as ReadableAtom<SessionState>,
    /** Starts watching; later calls join the first. */
    start: (): Promise<void> => {
      if (!watching && !deps.hasSession()) {
        deps.rememberRole(null);
        set({ status: 'out' });
        return Promise.resolve();
      }
      watching ??= watch();
      return watching;
    },
    retry: (): Promise<void> => {
      stopWatching();
      set({ status: 'loading' });
      watching = watch();
      return watching;
    },
    /** A session came or went in the browser's storage, by another tab or by this one. */
    storageChanged: (present: boolean): void => {
      if (!present) report({ kind: 'out' });
      else if (!watching) watching = watch();
    },
    /** Marks the page as about to be another one; gives what takes that back. */
    beginRedirect: (): (() => void) => {
      const before = $session.get();
      $session.set({ status: 'redirecting' });
      return () => $session.set(before);
    },
  };
}
