import { randomBytes } from 'node:crypto';
import { codeOf } from '#node/errors.ts';
import type { Queryable } from '../../base/options.ts';
import { hashPassword } from '../../passwords/hashing.ts';
import { type Call, emailOf, jsonBody, type Services, textOf } from '../call/call.ts';
import { authError, json } from '../call/responses.ts';
import { createAccount, isTaken, type User, userByEmail, userById } from './accounts.ts';
import { emailIn, refuseEmail } from './email.ts';
import { mailLink } from './mail-links.ts';
import { redirectOf } from './redirect.ts';
import { refuseWeak } from './sign-up.ts';
import { issueToken, type NewToken, type TokenKind } from './tokens.ts';

const EXISTS = 'A user with this email address has already been registered';

/** What `generate_link` may be asked for. */
const TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type LinkType = (typeof TYPES)[number];

interface Prepared {
  userId: string;
  token: NewToken;
  type: LinkType;
}

/** `POST invite`: makes an account that nobody can enter yet, and mails the link that opens it. */
export function invite(services: Services): (call: Call) => Promise<Response> {
  return async (call) => {
    const email = emailIn(call);
    if (typeof email !== 'string') return email;
    const prepared = await accountFor(services, 'invite', email, jsonBody(call));
    if (prepared instanceof Response) return prepared;
    await mailLink(services, {
      kind: 'invite',
      userId: prepared,
      email,
      redirectTo: redirectOf(call, services.origin),
    });
    return json(200, await userById(services.db, prepared));
  };
}

/** `POST admin/generate_link`: makes what a mail would carry, for an email that the caller sends. */
export function generateLink(services: Services): (call: Call) => Promise<Response> {
  const { db, keys, origin } = services;
  return async (call) => {
    const email = emailIn(call);
    if (typeof email !== 'string') return email;
    const prepared = await prepare(services, email, jsonBody(call));
    if (prepared instanceof Response) return prepared;
    const { token: hashed_token, code: email_otp } = await issueToken(
      db,
      keys.jwtSecret,
      prepared.token,
    );
    const redirect_to = redirectOf(call, origin) ?? origin;
    const type = prepared.type.startsWith('email_change') ? 'email_change' : prepared.type;
    const link = new URL('/auth/v1/verify', origin);
    link.search = String(new URLSearchParams({ token: hashed_token, type, redirect_to }));
    return json(200, {
      ...(await userById(db, prepared.userId)),
      action_link: link.href,
      email_otp,
      hashed_token,
      verification_type: prepared.type,
      redirect_to,
    });
  };
}

async function prepare(
  services: Services,
  email: string,
  body: Record<string, unknown>,
): Promise<Prepared | Response> {
  const asked = TYPES.find((type) => type === body.type);
  if (!asked) {
    const message = `Invalid email action link type requested: ${textOf(body.type).slice(0, 40)}`;
    return authError(400, 'validation_failed', message);
  }
  const user = await userByEmail(services.db, email);
  // As upstream: a link that lets an unknown address in makes its account first.
  const type = asked === 'magiclink' && !user ? 'signup' : asked;
  if (type === 'signup' || type === 'invite') {
    const filled = asked === 'magiclink' ? { ...body, password: randomPassword() } : body;
    const userId = await accountFor(services, type, email, filled);
    if (userId instanceof Response) return userId;
    return { userId, type, token: { kind: type, userId, email } };
  }
  if (!user) return authError(404, 'user_not_found', 'User with this email not found');
  if (type === 'magiclink' || type === 'recovery')
    return { userId: user.id, type, token: { kind: type, userId: user.id, email } };
  return changeOf(services.db, user, type, emailOf({ email: body.new_email }));
}

/** The account of an invitation or a sign-up: a new one, or one that has not confirmed yet. */
async function accountFor(
  { db }: Services,
  type: 'signup' | 'invite',
  email: string,
  body: Record<string, unknown>,
): Promise<string | Response> {
  const user = await userByEmail(db, email);
  if (user?.email_confirmed_at || (!user && (await isTaken(db, email))))
    return authError(422, 'email_exists', EXISTS);
  if (user) return user.id;
  const password = typeof body.password === 'string' ? body.password : '';
  if (type === 'signup' && !password)
    return authError(400, 'validation_failed', 'Signup requires a valid password');
  const weak = type === 'signup' && refuseWeak(password);
  if (weak) return weak;
  const passwordHash = type === 'signup' ? await hashPassword(password) : null;
  const invited = type === 'invite';
  const metadata = body.data;
  const account = { email, passwordHash, confirmed: false, invited, metadata };
  return db
    .transaction((tx) => createAccount(tx, account))
    .catch((error) => {
      if (codeOf(error) !== '23505') throw error;
      return authError(422, 'email_exists', EXISTS);
    });
}

/** Notes a change of the address; the new mailbox alone can complete it. */
async function changeOf(
  db: Queryable,
  user: User,
  type: 'email_change_current' | 'email_change_new',
  to: string,
): Promise<Prepared | Response> {
  const refusal = refuseEmail(to);
  if (refusal) return refusal;
  if (await isTaken(db, to)) return authError(422, 'email_exists', EXISTS);
  await db.sql(
    'update auth.users set email_change = $2, email_change_sent_at = now() where id = $1',
    [user.id, to],
  );
  const isNew = type === 'email_change_new';
  const kind: TokenKind = isNew ? 'email_change' : type;
  const email = isNew ? to : user.email;
  return {
    userId: user.id,
    type,
    token: { kind, userId: user.id, email, details: { from: user.email } },
  };
}

const randomPassword = () => randomBytes(32).toString('base64url');
