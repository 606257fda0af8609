import { randomUUID } from 'node:crypto';
import { type Call, jsonBody, type Services, textOf } from '../call/call.ts';
import { authRefusal, json } from '../call/responses.ts';
import { userByEmail } from './accounts.ts';
import type { AuthHandler, AuthServices } from './auth-services.ts';
import { emailIn } from './email.ts';
import { mailChange } from './email-change.ts';
import { mailLink } from './mail-links.ts';
import { redirectOf } from './redirect.ts';
import { waitingSignUp } from './tokens.ts';

/** What `resend` may be asked for; the last two have no mail. */
const RESENDS = ['signup', 'email_change', 'sms', 'phone_change'];

/**
 * The address that asks for a mail, counted. All are answered the same at once, and the rest is done after it: whether
 * there is an account is found out then.
 */
async function askedBy({ limit }: AuthServices, call: Call): Promise<string> {
  const email = emailIn(call);
  await limit.mail(call, email);
  return email;
}

export const recover: AuthHandler = async (auth, call) => {
  const email = await askedBy(auth, call);
  auth.mailer.later(async () => {
    const user = await userByEmail(auth.db, email);
    if (!user) return;
    const redirectTo = redirectOf(call, auth.origin);
    await mailLink(auth, { kind: 'recovery', userId: user.id, email, redirectTo });
  });
  return json(200, {});
};

/** `POST otp` and `POST magiclink`: an unknown address gets its account when it confirms, unless none was asked for. */
export const magicLink: AuthHandler = async (auth, call) => {
  const email = await askedBy(auth, call);
  auth.mailer.later(async () => {
    const body = jsonBody(call);
    const user = await userByEmail(auth.db, email);
    if (!user && body.create_user === false) return;
    await mailLink(auth, {
      kind: 'magiclink',
      userId: user?.id ?? null,
      email,
      details: user ? {} : { id: randomUUID(), password_hash: null, metadata: Object(body.data) },
      redirectTo: redirectOf(call, auth.origin),
    });
  });
  return json(200, {});
};

export const resend: AuthHandler = async (auth, call) => {
  const email = await askedBy(auth, call);
  const type = textOf(jsonBody(call).type);
  if (!RESENDS.includes(type)) {
    const message = `Missing one of these types: ${RESENDS.join(', ')}`;
    throw authRefusal(400, 'validation_failed', message);
  }
  const redirectTo = redirectOf(call, auth.origin);
  auth.mailer.later(async () => {
    if (type === 'signup') await confirmAgain(auth, email, redirectTo);
    if (type === 'email_change') await changeAgain(auth, email, redirectTo);
  });
  return json(200, {});
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
  const [userId, details] = [user?.id ?? null, waiting?.details ?? {}];
  await mailLink(services, { kind: 'signup', userId, email, details, redirectTo });
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
