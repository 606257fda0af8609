import { hashPassword, verifyPassword } from '../../passwords/hashing.ts';
import { emailOf, jsonBody, textOf } from '../call/call.ts';
import { authRefusal, json } from '../call/responses.ts';
import { setMetadata, userById } from './accounts.ts';
import type { AuthHandler, AuthServices } from './auth-services.ts';
import { type AuthCaller, callerOf } from './caller.ts';
import { checkEmail } from './email.ts';
import { askForChange } from './email-change.ts';
import { mailLink } from './mail-links.ts';
import { redirectOf } from './redirect.ts';
import { setPasswordHash } from './sessions.ts';
import { checkPassword } from './sign-up.ts';
import { redeemCode } from './tokens.ts';

/**
 * `PUT user`. A new password ends the other sessions, as upstream; a new address waits until its mailbox has confirmed.
 */
export const updateUser: AuthHandler = async (auth, call) => {
  const caller = await callerOf(auth, call);
  const { user } = caller;
  const body = jsonBody(call);
  const email = emailOf(body);
  const moves = email !== '' && email !== user.email;
  if (moves) {
    checkEmail(email);
    await auth.limit.mail(call, email);
  }
  if (body.password !== undefined) await setPassword(auth, caller, body);
  if (moves) {
    const redirectTo = redirectOf(call, auth.origin);
    await askForChange(auth, { userId: user.id, from: user.email, to: email, redirectTo });
  }
  if (body.data !== undefined) await setMetadata(auth.db, user.id, Object(body.data));
  return json(200, await userById(auth.db, user.id));
};

/**
 * Sets the password that a call asks for.
 * @throws Refused when it may not be.
 */
async function setPassword(
  auth: AuthServices,
  { user, session }: AuthCaller,
  body: Record<string, unknown>,
): Promise<void> {
  const { db } = auth;
  const password = textOf(body.password);
  checkPassword(password);
  const nonce = textOf(body.nonce);
  const secret = auth.keys.jwtSecret;
  if (nonce && !(await redeemCode(db, secret, ['reauthentication'], user.email, nonce)))
    throw authRefusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  const [present] = await db.sql<{ hash: string | null }>(
    'select encrypted_password as hash from auth.users where id = $1',
    [user.id],
  );
  if (present?.hash && (await verifyPassword(password, present.hash))) {
    const message = 'New password should be different from the old password.';
    throw authRefusal(422, 'same_password', message);
  }
  const hash = await hashPassword(password);
  await db.transaction((tx) => setPasswordHash(tx, user.id, hash, session));
}

/** `GET reauthenticate`: mails a code, and no link, because there is nothing that a link could do. */
export const reauthenticate: AuthHandler = async (auth, call) => {
  const { user } = await callerOf(auth, call);
  await auth.limit.mail(call, user.email);
  const email = user.email.toLowerCase();
  await mailLink(auth, { kind: 'reauthentication', userId: user.id, email });
  return json(200, {});
};
