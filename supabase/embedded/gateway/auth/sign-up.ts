import { randomUUID } from 'node:crypto';
import { LIMITS } from '#http/account-rules.ts';
import { codeOf } from '#node/errors.ts';
import { hashPassword } from '../../passwords/hashing.ts';
import { type Call, emailOf, jsonBody, type Services } from '../call/call.ts';
import { authRefusal, json, Refused } from '../call/responses.ts';
import { createAccount, isTaken, type User } from './accounts.ts';
import type { AuthHandler } from './auth-services.ts';
import { checkEmail } from './email.ts';
import { mailLink, mailOwner } from './mail-links.ts';
import { redirectOf } from './redirect.ts';
import { beginSession } from './sessions.ts';
import { issueToken } from './tokens.ts';

/** Undoes the work for an address that is taken. */
class Taken extends Error {}

interface SignUp {
  email: string;
  hash: string;
  metadata: unknown;
}

/**
 * Sign-up. Known and unknown addresses take the same way: the password is hashed and the same rows are written, and for
 * a known address they are taken back, or lead nowhere. Where mails reach people the answer is one as well.
 */
export const signUp: AuthHandler = async (auth, call) => {
  await auth.limit.signUp(call);
  const body = jsonBody(call);
  const { password } = body;
  const email = emailOf(body);
  if (!email)
    throw authRefusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (typeof password !== 'string' || !password)
    throw authRefusal(400, 'validation_failed', 'Signup requires a valid password');
  checkEmail(email);
  checkPassword(password);
  const asked = { email, hash: await hashPassword(password), metadata: Object(body.data) };
  return auth.mailConfigured ? askToConfirm(auth, call, asked) : signUpAtOnce(auth, call, asked);
};

/** @throws Refused, as upstream has it, for a password that is too short. */
export function checkPassword(password: string): void {
  if ([...password].length >= LIMITS.passwordMin) return;
  const msg = `Password should be at least ${LIMITS.passwordMin} characters.`;
  const weak = {
    code: 422,
    error_code: 'weak_password',
    msg,
    weak_password: { reasons: ['length'] },
  };
  throw new Refused(json(422, weak, { 'x-sb-error-code': 'weak_password' }));
}

async function signUpAtOnce(
  { db, keys }: Services,
  call: Call,
  { email, hash, metadata }: SignUp,
): Promise<Response> {
  try {
    const session = await db.transaction(async (tx) => {
      const taken = await isTaken(tx, email);
      // A name that nobody can have, because it would fail for the real one before the work is done.
      const address = taken ? `${randomUUID()}@taken.invalid` : email;
      const account = {
        email: address,
        passwordHash: hash,
        confirmed: true,
        metadata,
        // Nobody has seen that its owner reads that address, unless the operator says so.
        appMetadata: call.service ? {} : { unproven: true },
      };
      const begun = await beginSession(tx, keys.jwtSecret, await createAccount(tx, account));
      if (taken) throw new Taken();
      return begun;
    });
    return json(200, session);
  } catch (error) {
    // Two clicks at once: the second finds the address taken by the first.
    if (!(error instanceof Taken) && codeOf(error) !== '23505') throw error;
    throw authRefusal(422, 'user_already_exists', 'User already registered');
  }
}

/** Keeps what was asked for until the address confirms; there is no account before, and so nothing to take from anybody. */
async function askToConfirm(
  services: Services,
  call: Call,
  { email, hash, metadata }: SignUp,
): Promise<Response> {
  const { db, keys, mailer, origin } = services;
  const id = randomUUID();
  const taken = await isTaken(db, email);
  const details = { id: taken ? null : id, password_hash: hash, metadata };
  const token = { kind: 'signup', userId: null, email, details } as const;
  const made = await issueToken(db, keys.jwtSecret, token);
  const link = { ...token, redirectTo: redirectOf(call, origin) };
  mailer.later(() =>
    taken ? mailOwner(services, email, 'account_exists') : mailLink(services, link, made),
  );
  return json(200, unconfirmed(id, email, metadata));
}

/** What upstream answers to every sign-up that has to be confirmed, for a known address with a made-up id. */
function unconfirmed(id: string, email: string, metadata: unknown): User {
  const now = new Date().toISOString();
  const own = { email, email_verified: false, phone_verified: false, sub: id };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...Object(metadata), ...own },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
