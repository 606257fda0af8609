import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../base/options.ts';
import { hashPassword } from '../../passwords/hashing.ts';
import { emailOf, jsonBody, textOf } from '../call/call.ts';
import { authRefusal, json } from '../call/responses.ts';
import {
  createAccount,
  emailExists,
  isTaken,
  refuseTaken,
  type User,
  userByEmail,
  userById,
} from './accounts.ts';
import type { AuthHandler, AuthServices } from './auth-services.ts';
import { checkEmail, emailIn } from './email.ts';
import { mailLink } from './mail-links.ts';
import { redirectOf } from './redirect.ts';
import { checkPassword } from './sign-up.ts';
import { issueToken, type NewToken, type TokenKind } from './tokens.ts';

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
  token: NewToken & { userId: string };
  type: LinkType;
}

/** `POST invite`: makes an account that nobody can enter yet, and mails the link that opens it. */
export const invite: AuthHandler = async (auth, call) => {
  const email = emailIn(call);
  const userId = await accountFor(auth, 'invite', email, jsonBody(call));
  const redirectTo = redirectOf(call, auth.origin);
  await mailLink(auth, { kind: 'invite', userId, email, redirectTo });
  return json(200, await userById(auth.db, userId));
};

/** `POST admin/generate_link`: makes what a mail would carry, for an email that the caller sends. */
export const generateLink: AuthHandler = async (auth, call) => {
  const { db, keys, origin } = auth;
  const prepared = await prepare(auth, emailIn(call), jsonBody(call));
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
    ...(await userById(db, prepared.token.userId)),
    action_link: link.href,
    email_otp,
    hashed_token,
    verification_type: prepared.type,
    redirect_to,
  });
};

async function prepare(
  auth: AuthServices,
  email: string,
  body: Record<string, unknown>,
): Promise<Prepared> {
  const asked = TYPES.find((type) => type === body.type);
  if (!asked) {
    const message = `Invalid email action link type requested: ${textOf(body.type).slice(0, 40)}`;
    throw authRefusal(400, 'validation_failed', message);
  }
  const user = await userByEmail(auth.db, email);
  // As upstream: a link that lets an unknown address in makes its account first.
  const type = asked === 'magiclink' && !user ? 'signup' : asked;
  if (type === 'signup' || type === 'invite') {
    const filled = asked === 'magiclink' ? { ...body, password: randomPassword() } : body;
    const userId = await accountFor(auth, type, email, filled);
    return { type, token: { kind: type, userId, email } };
  }
  if (!user) throw authRefusal(404, 'user_not_found', 'User with this email not found');
  if (type === 'magiclink' || type === 'recovery')
    return { type, token: { kind: type, userId: user.id, email } };
  return changeOf(auth.db, user, type, emailOf({ email: body.new_email }));
}

/** The account of an invitation or a sign-up: a new one, or one that has not confirmed yet. */
async function accountFor(
  { db }: AuthServices,
  type: 'signup' | 'invite',
  email: string,
  body: Record<string, unknown>,
): Promise<string> {
  const user = await userByEmail(db, email);
  if (user?.email_confirmed_at || (!user && (await isTaken(db, email)))) throw emailExists();
  if (user) return user.id;
  const password = typeof body.password === 'string' ? body.password : '';
  if (type === 'signup' && !password)
    throw authRefusal(400, 'validation_failed', 'Signup requires a valid password');
  if (type === 'signup') checkPassword(password);
  const passwordHash = type === 'signup' ? await hashPassword(password) : null;
  const invited = type === 'invite';
  const metadata = body.data;
  const account = { email, passwordHash, confirmed: false, invited, metadata };
  return db.transaction((tx) => createAccount(tx, account)).catch(refuseTaken);
}

/** Notes a change of the address; the new mailbox alone can complete it. */
async function changeOf(
  db: Queryable,
  user: User,
  type: 'email_change_current' | 'email_change_new',
  to: string,
): Promise<Prepared> {
  checkEmail(to);
  if (await isTaken(db, to)) throw emailExists();
  await db.sql(
    'update auth.users set email_change = $2, email_change_sent_at = now() where id = $1',
    [user.id, to],
  );
  const isNew = type === 'email_change_new';
  const kind: TokenKind = isNew ? 'email_change' : type;
  const email = isNew ? to : user.email;
  return { type, token: { kind, userId: user.id, email, details: { from: user.email } } };
}

const randomPassword = () => randomBytes(32).toString('base64url');
