import type { Queryable } from '../options.ts';
import { setPasswordHash, type User, userById } from './auth-accounts.ts';
import { refuseEmail } from './auth-email.ts';
import { askForChange } from './auth-email-change.ts';
import { mailLink } from './auth-mail-links.ts';
import { sent } from './auth-mails.ts';
import { redirectOf } from './auth-redirect.ts';
import { endSessions } from './auth-sessions.ts';
import { refuseWeak } from './auth-sign-up.ts';
import { redeemCode } from './auth-tokens.ts';
import { type Call, emailOf, forward, jsonBody, type Services, textOf } from './call.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { authError, json } from './responses.ts';

/** Asks @supabase/lite whose session a call carries; gives its refusal where there is none. */
async function callerOf({ app }: Services, call: Call): Promise<User | Response> {
  const path = '/auth/v1/user';
  const response = await forward(app, { ...call, method: 'GET', body: null }, { path });
  return response.ok ? ((await response.json()) as User) : response;
}

/**
 * `PUT user`. The metadata is @supabase/lite's. A new password ends the other sessions, as upstream; a new address
 * waits until its mailbox has confirmed.
 */
export function updateUser(
  services: Services,
  limitMail: (call: Call, to: string) => Response | null,
): (call: Call) => Promise<Response> {
  const { app, db } = services;
  return async (call) => {
    const user = await callerOf(services, call);
    if (user instanceof Response) return user;
    const body = jsonBody(call);
    const email = emailOf(body);
    const moves = email !== '' && email !== user.email;
    const refusal =
      (moves && (refuseEmail(email) ?? limitMail(call, email))) ||
      (body.password !== undefined && (await newPassword(services, call, user, body)));
    if (refusal) return refusal;
    if (moves) {
      const redirectTo = redirectOf(call, services.origin);
      await askForChange(services, { userId: user.id, from: user.email, to: email, redirectTo });
    }
    if (body.data !== undefined) {
      const answer = await forward(app, call, { body: JSON.stringify({ data: body.data }) });
      if (!answer.ok) return answer;
    }
    return json(200, await userById(db, user.id));
  };
}

/** Sets the password that a call asks for; gives the refusal when it may not be. */
async function newPassword(
  services: Services,
  call: Call,
  user: User,
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
  await db.transaction(async (tx) => {
    await setPasswordHash(tx, user.id, hash);
    await endSessions(tx, user.id, sessionOf(call));
  });
  return null;
}

async function hasNonce({ db, keys }: Services, email: string, nonce: string): Promise<boolean> {
  return (await redeemCode(db, keys.jwtSecret, ['reauthentication'], email, nonce)) !== null;
}

/** The session that a token names; @supabase/lite has checked it by now. */
function sessionOf(call: Call): string {
  const payload = call.headers.get('authorization')?.split('.')[1] ?? '';
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}');
  return String(Object(claims).session_id ?? '');
}

/** `GET reauthenticate`: mails a code, and no link, because there is nothing that a link could do. */
export function reauthenticate(
  services: Services,
  limitMail: (call: Call, to: string) => Response | null,
): (call: Call) => Promise<Response> {
  return async (call) => {
    const user = await callerOf(services, call);
    if (user instanceof Response) return user;
    const refusal = limitMail(call, user.email);
    if (refusal) return refusal;
    const email = user.email.toLowerCase();
    await mailLink(services, { kind: 'reauthentication', userId: user.id, email });
    await sent(services.db as Queryable, 'reauthentication_sent_at', user.id);
    return json(200, {});
  };
}
