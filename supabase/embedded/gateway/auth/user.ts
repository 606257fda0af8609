import type { Queryable } from '../../base/options.ts';
import { hashPassword, verifyPassword } from '../../passwords/hashing.ts';
import { type Call, emailOf, jsonBody, type Services, textOf } from '../call/call.ts';
import { authError, json } from '../call/responses.ts';
import { setMetadata, userById } from './accounts.ts';
import { type AuthCaller, callerOf } from './caller.ts';
import { refuseEmail } from './email.ts';
import { askForChange } from './email-change.ts';
import { mailLink } from './mail-links.ts';
import { sent } from './mails.ts';
import { redirectOf } from './redirect.ts';
import { setPasswordHash } from './sessions.ts';
import { refuseWeak } from './sign-up.ts';
import { redeemCode } from './tokens.ts';

/**
 * `PUT user`. A new password ends the other sessions, as upstream; a new address waits until its mailbox has confirmed.
 */
export function updateUser(
  services: Services,
  limitMail: (call: Call, to: string) => Promise<Response | null>,
): (call: Call) => Promise<Response> {
  const { db } = services;
  return async (call) => {
    const caller = await callerOf(services, call);
    if (caller instanceof Response) return caller;
    const { user } = caller;
    const body = jsonBody(call);
    const email = emailOf(body);
    const moves = email !== '' && email !== user.email;
    const refusal =
      (moves && (refuseEmail(email) ?? (await limitMail(call, email)))) ||
      (body.password !== undefined && (await newPassword(services, caller, body)));
    if (refusal) return refusal;
    if (moves) {
      const redirectTo = redirectOf(call, services.origin);
      await askForChange(services, { userId: user.id, from: user.email, to: email, redirectTo });
    }
    if (body.data !== undefined) await setMetadata(db, user.id, Object(body.data));
    return json(200, await userById(db, user.id));
  };
}

/** Sets the password that a call asks for; gives the refusal when it may not be. */
async function newPassword(
  services: Services,
  { user, session }: AuthCaller,
  body: Record<string, unknown>,
): Promise<Response | null> {
  const { db } = services;
  const password = textOf(body.password);
  const weak = refuseWeak(password);
  if (weak) return weak;
  const nonce = typeof body.nonce === 'string' ? body.nonce : '';
  if (nonce && !(await hasNonce(services, user.email, nonce)))
    return authError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  const [present] = await db.sql<{ hash: string | null }>(
    'select encrypted_password as hash from auth.users where id = $1',
    [user.id],
  );
  if (present?.hash && (await verifyPassword(password, present.hash))) {
    const message = 'New password should be different from the old password.';
    return authError(422, 'same_password', message);
  }
  const hash = await hashPassword(password);
  await db.transaction((tx) => setPasswordHash(tx, user.id, hash, session));
  return null;
}

async function hasNonce({ db, keys }: Services, email: string, nonce: string): Promise<boolean> {
  return (await redeemCode(db, keys.jwtSecret, ['reauthentication'], email, nonce)) !== null;
}

/** `GET reauthenticate`: mails a code, and no link, because there is nothing that a link could do. */
export function reauthenticate(
  services: Services,
  limitMail: (call: Call, to: string) => Promise<Response | null>,
): (call: Call) => Promise<Response> {
  return async (call) => {
    const caller = await callerOf(services, call);
    if (caller instanceof Response) return caller;
    const { user } = caller;
    const refusal = await limitMail(call, user.email);
    if (refusal) return refusal;
    const email = user.email.toLowerCase();
    await mailLink(services, { kind: 'reauthentication', userId: user.id, email });
    await sent(services.db as Queryable, 'reauthentication_sent_at', user.id);
    return json(200, {});
  };
}
