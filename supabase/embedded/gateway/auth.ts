import type { AuthLimits } from '../options.ts';
import { adminUsers } from './auth-admin.ts';
import { type Call, emailOf, forward, jsonBody, type Services } from './call.ts';
import { Limiter } from './limiter.ts';
import { withFittingPassword } from './long-passwords.ts';
import { authError } from './respond.ts';

const MINUTE = 60_000;

/** Generous to an office or a classroom behind one address, and hopeless for guessing. */
export const AUTH_LIMITS: AuthLimits = {
  signInFailures: { max: 10, windowMs: 5 * MINUTE },
  signIns: { max: 300, windowMs: 5 * MINUTE },
  signUps: { max: 100, windowMs: 10 * MINUTE },
  verifications: { max: 60, windowMs: 5 * MINUTE },
  mailsToOne: { max: 1, windowMs: MINUTE },
  mailsByOne: { max: 30, windowMs: 10 * MINUTE },
};

/** In characters; the specification's bounds of sign-up (section 5). */
const LONGEST = { email: 255, password: 100 };

const TAKES_ACCOUNTS = /^(POST (signup|recover|otp|magiclink|resend)|PUT user)$/;

/** The `/auth/v1` service: @supabase/lite's, with rate limits, an admin API and what GoTrue does around passwords. */
export function createAuth(services: Services): (call: Call) => Promise<Response> {
  const { app, db } = services;
  const failures = new Limiter(services.limits.signInFailures);
  const signIns = new Limiter(services.limits.signIns);
  const signUps = new Limiter(services.limits.signUps);
  const verifications = new Limiter(services.limits.verifications);
  const mailsToOne = new Limiter(services.limits.mailsToOne);
  const mailsByOne = new Limiter(services.limits.mailsByOne);
  const admin = adminUsers(services);
  const signingUp = new Map<string, Promise<unknown>>();

  async function signIn(call: Call): Promise<Response> {
    const wait = signIns.take(call.ip);
    if (wait !== null) return tooMany(wait);
    // Counted before the answer is known: many guesses at once must not all pass.
    const key = `${call.ip} ${emailOf(jsonBody(call))}`;
    const locked = failures.take(key);
    if (locked !== null) return tooMany(locked);
    const response = await forward(app, call);
    if (response.ok) failures.forget(key);
    else if (response.status >= 500) failures.giveBack(key);
    return response;
  }

  async function signUp(call: Call): Promise<Response> {
    const wait = signUps.take(call.ip);
    if (wait !== null) return tooMany(wait);
    // One at a time for an address: the second of a double click is told that the account exists, not a 500.
    const email = emailOf(jsonBody(call));
    const turn = (signingUp.get(email) ?? Promise.resolve()).then(() => forward(app, call));
    const settled = turn.catch(() => {});
    signingUp.set(email, settled);
    try {
      return await turn;
    } finally {
      if (signingUp.get(email) === settled) signingUp.delete(email);
    }
  }

  async function mail(call: Call, to: string): Promise<Response> {
    const wait = mailsByOne.take(call.ip);
    if (wait !== null)
      return authError(429, 'over_email_send_rate_limit', 'Email rate limit exceeded', wait);
    // Unknown addresses count as well, so that the limit does not tell who has an account.
    const again = mailsToOne.take(to);
    if (again !== null) {
      const message = `For security purposes, you can only request this after ${again} seconds.`;
      return authError(429, 'over_email_send_rate_limit', message, again);
    }
    return forward(app, call);
  }

  /** supabase-js says `email` for what @supabase/lite knows as `signup` or `magiclink`. */
  async function verify(call: Call): Promise<Response> {
    const wait = verifications.take(call.ip);
    if (wait !== null) return tooMany(wait);
    const body = jsonBody(call);
    if (call.method !== 'POST' || (body.type !== 'email' && body.type !== 'invite'))
      return forward(app, call);
    const [unconfirmed] = await db.sql(
      `select 1 from auth.users where confirmation_token = $1
       or (email = $2 and email_confirmed_at is null and confirmation_token <> '')`,
      [String(body.token_hash ?? ''), emailOf(body)],
    );
    return forward(app, call, {
      body: JSON.stringify({ ...body, type: unconfirmed ? 'signup' : 'magiclink' }),
    });
  }

  /** GoTrue ends the other sessions when a password changes; @supabase/lite lets them live. */
  async function updateUser(call: Call): Promise<Response> {
    const body = jsonBody(call);
    const response =
      typeof body.email === 'string' && body.email
        ? await mail(call, emailOf(body))
        : await forward(app, call);
    if (response.ok && body.password !== undefined) {
      const claims = JSON.parse(
        Buffer.from(
          call.headers.get('authorization')?.split('.')[1] ?? '',
          'base64url',
        ).toString() || '{}',
      );
      await db.sql('delete from auth.sessions where user_id::text = $1 and id::text <> $2', [
        claims.sub,
        claims.session_id,
      ]);
    }
    return response;
  }

  return async (arrived) => {
    const call = withFittingPassword(arrived);
    const route = `${call.method} ${call.path.slice('/auth/v1/'.length)}`;
    if (call.path.startsWith('/auth/v1/admin/')) return admin(call);
    if (call.service) return forward(app, call);
    const refusal = TAKES_ACCOUNTS.test(route) && tooLong(arrived);
    if (refusal) return refusal;
    if (route === 'POST token' && call.url.searchParams.get('grant_type') === 'password')
      return signIn(call);
    if (route === 'POST signup') return signUp(call);
    if (/^(POST|GET) verify$/.test(route)) return verify(call);
    if (/^POST (recover|otp|magiclink|resend)$/.test(route))
      return mail(call, emailOf(jsonBody(call)));
    if (route === 'PUT user') return updateUser(call);
    return forward(app, call);
  };
}

/** As hosted answers what its own bounds refuse; @supabase/lite fails over the address, and takes any password. */
function tooLong(call: Call): Response | null {
  const body = jsonBody(call);
  const { password } = body;
  if ([...emailOf(body)].length > LONGEST.email)
    return authError(400, 'validation_failed', 'An email address is too long');
  if (typeof password === 'string' && [...password].length > LONGEST.password) {
    const message = `Password cannot be longer than ${LONGEST.password} characters`;
    return authError(400, 'validation_failed', message);
  }
  return null;
}

function tooMany(retryAfter: number): Response {
  return authError(429, 'over_request_rate_limit', 'Request rate limit reached', retryAfter);
}
