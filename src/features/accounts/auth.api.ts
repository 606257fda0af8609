import type { Session, User } from '@supabase/supabase-js';
import { LANGUAGE, type Language } from '#config/language.ts';
import { type AccountContact, contactOf } from '#data/account-contact.ts';
import { AppError, throwError, toAppError, unwrap } from '#data/app-error.ts';
import { apiKey, apiUrl, browserClient, type Client, hasSession } from '#data/browser-client.ts';
import { MESSAGES } from '#lib/errors.ts';
import { accountLanguage, displayName, type SignUpRole } from './account.ts';

/** The signed-in person, as the screens show them. */
export interface Account extends AccountContact {
  id: string;
  /** The given one, or what stands in for it from the email. */
  name: string;
  /** The address that the account changes to when it has confirmed; null when none waits. */
  newEmail: string | null;
  /** That our emails to them are in. */
  language: Language;
}

function toAccount(user: User): Account {
  return {
    id: user.id,
    name: displayName(user),
    newEmail: user.new_email || null,
    language: accountLanguage(user),
    ...contactOf(user),
  };
}

/** Who is signed in now: nobody, a person, or a session that could not be refreshed for lack of a connection. */
export type SessionNews =
  | { kind: 'out' }
  /** `renewed`: the same session has a new token, and nothing else. */
  | { kind: 'in'; account: Account; renewed?: boolean }
  | { kind: 'unreachable' };

function newsOf(session: Session | null): SessionNews {
  if (session) return { kind: 'in', account: toAccount(session.user) };
  // supabase-js keeps a stored session whose refresh failed on the way, and drops one that was refused.
  return hasSession() ? { kind: 'unreachable' } : { kind: 'out' };
}

/**
 * Reports the session at once and at every change, in this tab or another: sign-in, refresh, recovery, sign-out.
 * Returns what ends it. Rejects with an AppError when the library cannot be loaded.
 */
export async function watchSession(report: (news: SessionNews) => void): Promise<() => void> {
  const client = await browserClient();
  const { data } = client.auth.onAuthStateChange((event, session) => {
    const news = event === 'SIGNED_OUT' ? { kind: 'out' as const } : newsOf(session);
    if (news.kind === 'in') news.renewed = event === 'TOKEN_REFRESHED';
    // Calls from inside this callback would wait for the lock that it holds.
    setTimeout(() => report(news), 0);
  });
  return () => data.subscription.unsubscribe();
}

/** A client that neither reads nor keeps a session, for calls that must not sign this browser in. */
async function passingClient(): Promise<Client> {
  const { createClient } = await import('@supabase/supabase-js');
  return createClient(apiUrl(), apiKey(), {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: 'mural-auth-passing',
    },
  });
}

/** Signs in; the session is kept and announced to `watchSession`. Throws an AppError with the service's message. */
export async function signIn(email: string, password: string): Promise<Account> {
  const client = await browserClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw toAppError(error);
  return toAccount(data.user);
}

interface SignUp {
  email: string;
  password: string;
  name: string | null;
  role: SignUpRole;
  /** Where the confirmation mail leads, on projects that send one. */
  confirmAt: string;
}

/**
 * Makes an account and leaves this browser signed out: the specification's form goes on to sign-in (section 4). Gives
 * whether the address has to confirm first. The database gives the role; it accepts no other than artist and client.
 */
export async function signUp({ email, password, name, role, confirmAt }: SignUp): Promise<boolean> {
  const client = await passingClient();
  const data = { ...(name && { name }), role, locale: LANGUAGE };
  const options = { emailRedirectTo: confirmAt, data };
  const { session } = unwrap(await client.auth.signUp({ email, password, options }));
  if (!session) return true;
  await client.auth.signOut({ scope: 'local' });
  return false;
}

/** Ends this browser's session, or every session of the account. A dead connection still ends this browser's. */
export async function signOut(scope: 'local' | 'global' = 'local'): Promise<void> {
  const client = await browserClient();
  const { error } = await client.auth.signOut({ scope });
  if (error && scope === 'global') throw toAppError(error);
}

/** Sends the mail whose link opens the form for a new password. Says nothing about whether the account exists. */
export async function requestRecovery(email: string, redirectTo: string): Promise<void> {
  const client = await browserClient();
  throwError(await client.auth.resetPasswordForEmail(email, { redirectTo }));
}

/** Sets a new password for the session's account, as after a recovery link. */
export async function setPassword(password: string): Promise<void> {
  const client = await browserClient();
  throwError(await client.auth.updateUser({ password }));
}

/** Changes the password of a person who knows the current one. */
export async function changePassword(email: string, present: string, next: string): Promise<void> {
  const passing = await passingClient();
  throwError(await passing.auth.signInWithPassword({ email, password: present }));
  await passing.auth.signOut({ scope: 'local' });
  await setPassword(next);
}

/** The display name as the service has it now. Throws an AppError. */
export async function readName(): Promise<string> {
  const client = await browserClient();
  const { data, error } = await client.auth.getUser();
  if (error) throw toAppError(error);
  return displayName(data.user);
}

/**
 * Changes the display name kept in the account's metadata from the one that was read. Throws an AppError,
 * `changed_elsewhere` when it is another by now: the service has no such condition, so this asks right before.
 */
export async function changeName(name: string, read: string): Promise<void> {
  const now = await readName();
  if (now !== read && now !== name) {
    const code = 'changed_elsewhere';
    throw new AppError({ code, message: MESSAGES[code], field: 'name', status: 409 });
  }
  const client = await browserClient();
  throwError(await client.auth.updateUser({ data: { name } }));
}

/** Chooses the language of our emails to the account, kept in its metadata, where those about the account find it too. */
export async function changeLanguage(language: Language): Promise<void> {
  const client = await browserClient();
  throwError(await client.auth.updateUser({ data: { locale: language } }));
}
