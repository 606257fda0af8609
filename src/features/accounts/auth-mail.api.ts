import type { EmailOtpType } from '@supabase/supabase-js';
import { throwError, toAppError } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import type { LinkType } from './mail-link.ts';

/** What a mail carries: the token of its link, or the code beside it and the address that it went to. */
export type Proof = { tokenHash: string } | { email: string; code: string };

/**
 * Spends the link or the code of a mail; this browser is signed in then. Gives false when another address has to
 * confirm as well, as hosted projects ask for a new address. Throws an AppError, `otp_expired` among others.
 */
export async function redeem(type: LinkType, proof: Proof): Promise<boolean> {
  const client = await browserClient();
  // The library's type lacks the link that takes a change of the address back; it passes on what it is given.
  const kind = type as EmailOtpType;
  const { data, error } = await client.auth.verifyOtp(
    'tokenHash' in proof
      ? { token_hash: proof.tokenHash, type: kind }
      : { email: proof.email, token: proof.code, type: kind },
  );
  if (error) throw toAppError(error);
  return data.session !== null;
}

/** Sends the mail of a sign-up, or of a change of the address, once more. Says nothing about whether there is one. */
export async function resendAuthMail(
  type: 'signup' | 'email_change',
  email: string,
): Promise<void> {
  const client = await browserClient();
  throwError(await client.auth.resend({ type, email }));
}

/** Asks for another address; it changes when that one has confirmed. */
export async function requestEmail(email: string, redirectTo: string): Promise<void> {
  const client = await browserClient();
  throwError(await client.auth.updateUser({ email }, { emailRedirectTo: redirectTo }));
}

/**
 * Reads the account anew, because a link may have been pressed elsewhere; a session that knows less is refreshed, which
 * `watchSession` then reports. A connection that is missing changes nothing.
 */
export async function refreshAccount(): Promise<void> {
  const client = await browserClient();
  const { data: kept } = await client.auth.getSession();
  const { data: now } = await client.auth.getUser();
  const before = kept.session?.user;
  if (!before || !now.user) return;
  if (before.email !== now.user.email || before.new_email !== now.user.new_email)
    await client.auth.refreshSession();
}
