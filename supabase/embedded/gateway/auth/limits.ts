import type { Limiter, Limiters } from '../../base/limiter.ts';
import type { AuthLimits } from '../../base/options.ts';
import { type Call, emailOf, jsonBody } from '../call/call.ts';
import { answered, authRefusal } from '../call/responses.ts';
import type { RefreshToken } from './refresh-token.ts';

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

/**
 * What one address may ask of accounts. Everything is counted before anybody looks whether there is an account, so that
 * a refusal does not tell; and what a stranger does to an email address never refuses another address. The secret key is
 * not counted. Each throws Refused for what is too much.
 */
export function authLimits(limits: AuthLimits, limiters: Limiters) {
  const counted = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limiters(name, limit)]),
  ) as Record<keyof AuthLimits, Limiter>;

  return {
    /** A mail to an address. */
    async mail({ service, ip }: Call, to: string): Promise<void> {
      if (service) return;
      const wait = await counted.mailsByOne.take(ip);
      if (wait !== null)
        throw authRefusal(429, 'over_email_send_rate_limit', 'Email rate limit exceeded', wait);
      const again = await counted.mailsToOne.take(`${ip} ${to}`);
      if (again === null) return;
      const message = `For security purposes, you can only request this after ${again} seconds.`;
      throw authRefusal(429, 'over_email_send_rate_limit', message, again);
    },

    /**
     * Counted by session, so that one browser that asks without end takes nothing from others at its address. The
     * refusal is a 503: supabase-js takes any 4xx for the end of the session and signs the person out.
     */
    async refresh({ service, ip }: Call, token: RefreshToken | null): Promise<void> {
      if (service) return;
      refuse(
        token ? await counted.refreshes.take(token.id) : await counted.unknownRefreshes.take(ip),
        503,
      );
    },

    async signUp({ service, ip }: Call): Promise<void> {
      if (!service) refuse(await counted.signUps.take(ip));
    },

    async signIn(call: Call, signIn: () => Promise<Response>): Promise<Response> {
      if (call.service) return signIn();
      refuse(await counted.signIns.take(call.ip));
      // Counted before the answer is known: many guesses at once must not all pass.
      const key = `${call.ip} ${emailOf(jsonBody(call))}`;
      refuse(await counted.signInFailures.take(key));
      const response = await answered(signIn()).catch(async (error) => {
        await counted.signInFailures.giveBack(key);
        throw error;
      });
      if (response.ok) await counted.signInFailures.forget(key);
      return response;
    },

    async verification(call: Call, verify: () => Promise<Response>): Promise<Response> {
      if (call.service) return verify();
      refuse(await counted.verifications.take(call.ip));
      const body = jsonBody(call);
      // A link's token cannot be guessed, and must work while others guess codes.
      if (typeof body.token_hash === 'string') return verify();
      const email = emailOf(body);
      refuse(await counted.codeTries.take(`${call.ip} ${email}`));
      if ((await counted.codeTriesInTotal.take(email)) !== null) throw expired();
      const response = await verify();
      if (response.ok) await counted.codeTriesInTotal.giveBack(email);
      return response;
    },
  };
}

/** One answer for a token that is wrong, used or too old, and for codes that are no longer looked at. */
export const expired = () => authRefusal(403, 'otp_expired', 'Token has expired or is invalid');

/** Refuses where there is a wait, in seconds. */
function refuse(wait: number | null, status = 429): void {
  if (wait !== null)
    throw authRefusal(status, 'over_request_rate_limit', 'Request rate limit reached', wait);
}
