import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../base/options.ts';
import { type Call, jsonBody, type Services, textOf } from '../call/call.ts';
import { authError, json } from '../call/responses.ts';
import { userByEmail } from './accounts.ts';
import { emailIn } from './email.ts';
import { mailChange } from './email-change.ts';
import { mailLink } from './mail-links.ts';
import { redirectOf } from './redirect.ts';
import { waitingSignUp } from './tokens.ts';

/** What `resend` may be asked for; the last two have no mail. */
const RESENDS = ['signup', 'email_change', 'sms', 'phone_change'];

type Asked = (services: Services, email: string, call: Call) => Promise<void>;

/**
 * Answers at once, the same to everybody, and does the rest after it: whether there is an account is found out then.
 */
function afterwards(services: Services, work: Asked): (call: Call) => Promise<Response> {
  return async (call) => {
    const email = emailIn(call);
    if (typeof email !== 'string') return email;
    services.mailer.later(() => work(services, email, call));
    return json(200, {});
  };
}

/** `POST recover`. */
export const recover = (services: Services) =>
  afterwards(services, async (_, email, call) => {
    const user = await userByEmail(services.db, email);
    if (!user) return;
    const redirectTo = redirectOf(call, services.origin);
    await mailLink(services, { kind: 'recovery', userId: user.id, email, redirectTo });
    await sent(services.db, 'recovery_sent_at', user.id);
  });

/** `POST otp` and `POST magiclink`: an unknown address gets its account when it confirms, unless none was asked for. */
export const magicLink = (services: Services) =>
  afterwards(services, async (_, email, call) => {
    const body = jsonBody(call);
    const user = await userByEmail(services.db, email);
    if (!user && body.create_user === false) return;
    await mailLink(services, {
      kind: 'magiclink',
      userId: user?.id ?? null,
      email,
      details: user ? {} : { id: randomUUID(), password_hash: null, metadata: Object(body.data) },
      redirectTo: redirectOf(call, services.origin),
    });
    if (user) await sent(services.db, 'recovery_sent_at', user.id);
  });

/** `POST resend`. */
export const resend = (services: Services) => {
  const again = afterwards(services, async (_, email, call) => {
    const redirectTo = redirectOf(call, services.origin);
    if (jsonBody(call).type === 'signup') await confirmAgain(services, email, redirectTo);
    if (jsonBody(call).type === 'email_change') await changeAgain(services, email, redirectTo);
  });
  return async (call: Call): Promise<Response> => {
    if (RESENDS.includes(textOf(jsonBody(call).type))) return again(call);
    const message = `Missing one of these types: ${RESENDS.join(', ')}`;
    return authError(400, 'validation_failed', message);
  };
};

async function confirmAgain(
  services: Services,
  email: string,
  redirectTo: string | null,
): Promise<void> {
  const user = await userByEmail(services.db, email);
  if (user?.email_confirmed_at) return;
  const waiting = user ? null : await waitingSignUp(services.db, email);
  if (!user && !waiting) return;
  const details = waiting?.details ?? {};
  await mailLink(services, {
    kind: 'signup',
    userId: user?.id ?? null,
    email,
    details,
    redirectTo,
  });
  if (user) await sent(services.db, 'confirmation_sent_at', user.id);
}

async function changeAgain(
  services: Services,
  email: string,
  redirectTo: string | null,
): Promise<void> {
  const user = await userByEmail(services.db, email);
  if (typeof user?.new_email !== 'string') return;
  await mailChange(services, { userId: user.id, from: email, to: user.new_email, redirectTo });
}

/** Notes when a mail went out, for those who may read it. */
export async function sent(
  db: Queryable,
  column: 'recovery_sent_at' | 'confirmation_sent_at' | 'reauthentication_sent_at',
  userId: string,
): Promise<void> {
  await db.sql(`update auth.users set ${column} = now() where id = $1`, [userId]);
}
