import type { Limiters } from '../../base/limiter.ts';
import type { AuthLimits } from '../../base/options.ts';
import { type Call, emailOf, jsonBody, textOf } from '../call/call.ts';
import { authError } from '../call/responses.ts';
import { emailIn } from './email.ts';
import { readRefreshToken } from './refresh-token.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Generous to an office or a classroom behind one address, and hopeless for guessing. */
export const AUTH_LIMITS: AuthLimits = {
  signInFailures: { max: 10, windowMs: 5 * MINUTE },
  signIns: { max: 300, windowMs: 5 * MINUTE },
  signUps: { max: 100, windowMs: 10 * MINUTE },
  refreshes: { max: 30, windowMs: MINUTE },
  unknownRefreshes: { max: 120, windowMs: MINUTE },
  verifications: { max: 60, windowMs: 5 * MINUTE },
  codeTries: { max: 10, windowMs: 5 * MINUTE },
  codeTriesInTotal: { max: 50, windowMs: 24 * HOUR },
  mailsToOne: { max: 1, windowMs: MINUTE },
  mailsToOneInTotal: { max: 10, windowMs: 24 * HOUR },
  mailsByOne: { max: 30, windowMs: 10 * MINUTE },
};

type Handler = (call: Call) => Promise<Response>;

/**
 * What one address may ask of accounts. Everything is counted before anybody looks whether there is an account, so that
 * a refusal does not tell; and what a stranger does to an email address never refuses another address.
 */
export function authLimits(limits: AuthLimits, limiters: Limiters) {
  const counted = (name: keyof AuthLimits) => limiters(name, limits[name]);
  const failures = counted('signInFailures');
  const signIns = counted('signIns');
  const signUps = counted('signUps');
  const refreshes = counted('refreshes');
  const unknownRefreshes = counted('unknownRefreshes');
  const verifications = counted('verifications');
  const codeTries = counted('codeTries');
  const codeTriesInTotal = counted('codeTriesInTotal');
  const mailsToOne = counted('mailsToOne');
  const mailsByOne = counted('mailsByOne');

  /** The refusal of a mail to an address; counts it. */
  async function refuseMail(call: Call, to: string): Promise<Response | null> {
    if (call.service) return null;
    const wait = await mailsByOne.take(call.ip);
    if (wait !== null)
      return authError(429, 'over_email_send_rate_limit', 'Email rate limit exceeded', wait);
    const again = await mailsToOne.take(`${call.ip} ${to}`);
    if (again === null) return null;
    const message = `For security purposes, you can only request this after ${again} seconds.`;
    return authError(429, 'over_email_send_rate_limit', message, again);
  }

  return {
    refuseMail,

    /**
     * Counted by session, so that one browser that asks without end takes nothing from others at its address. The
     * refusal is a 503: supabase-js takes any 4xx for the end of the session and signs the person out.
     */
    refreshes:
      (answer: Handler, jwtSecret: string): Handler =>
      async (call) => {
        if (call.service) return answer(call);
        const token = readRefreshToken(jwtSecret, textOf(jsonBody(call).refresh_token));
        const wait = token ? await refreshes.take(token.id) : await unknownRefreshes.take(call.ip);
        return wait === null ? answer(call) : tooMany(wait, 503);
      },

    mails:
      (answer: Handler): Handler =>
      async (call) => {
        const to = emailIn(call);
        // What is no address takes nothing from anybody's limit.
        return typeof to === 'string' ? ((await refuseMail(call, to)) ?? answer(call)) : to;
      },

    signIns:
      (answer: Handler): Handler =>
      async (call) => {
        if (call.service) return answer(call);
        const wait = await signIns.take(call.ip);
        if (wait !== null) return tooMany(wait);
        // Counted before the answer is known: many guesses at once must not all pass.
        const key = `${call.ip} ${emailOf(jsonBody(call))}`;
        const locked = await failures.take(key);
        if (locked !== null) return tooMany(locked);
        const response = await answer(call).catch(async (error) => {
          await failures.giveBack(key);
          throw error;
        });
        if (response.ok) await failures.forget(key);
        return response;
      },

    signUps:
      (answer: Handler): Handler =>
      async (call) => {
        const wait = call.service ? null : await signUps.take(call.ip);
        return wait === null ? answer(call) : tooMany(wait);
      },

    verifications:
      (answer: Handler): Handler =>
      async (call) => {
        if (call.service) return answer(call);
        const wait = await verifications.take(call.ip);
        if (wait !== null) return tooMany(wait);
        const body = jsonBody(call);
        // A link's token cannot be guessed, and must work while others guess codes.
        if (typeof body.token_hash === 'string') return answer(call);
        const email = emailOf(body);
        const again = await codeTries.take(`${call.ip} ${email}`);
        if (again !== null) return tooMany(again);
        if ((await codeTriesInTotal.take(email)) !== null) return expired();
        const response = await answer(call);
        if (response.ok) await codeTriesInTotal.giveBack(email);
        return response;
      },
  };
}

/** One answer for a token that is wrong, used or too old, and for codes that are no longer looked at. */
export const expired = () => authError(403, 'otp_expired', 'Token has expired or is invalid');

function tooMany(retryAfter: number, status = 429): Response {
  return authError(status, 'over_request_rate_limit', 'Request rate limit reached', retryAfter);
}
