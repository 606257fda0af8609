import { claimsOf } from '#http/signed-token.ts';
import type { Call, Services } from '../call/call.ts';
import { authError, json } from '../call/responses.ts';
import { sessionLives } from '../call/tokens.ts';
import { isUuid } from '../call/uuid.ts';
import { type User, userById } from './accounts.ts';

export interface AuthCaller {
  user: User;
  /** Missing from tokens that an operator signed. */
  session: string | null;
}

/** The person whose token a call carries, or the refusal; `refuseToken` has checked its signature and times by now. */
export async function callerOf(
  { db, keys, sessions }: Services,
  call: Call,
): Promise<AuthCaller | Response> {
  const claims = call.token === null ? null : claimsOf(call.token, keys.jwtSecret);
  if (!claims)
    return authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const { sub, session_id } = claims;
  if (!sub) return authError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (typeof sub !== 'string' || !isUuid(sub))
    return authError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  const user = await userById(db, sub);
  if (!user) return authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (!(await sessionLives(claims, sessions)))
    return authError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    );
  return { user, session: session_id === undefined ? null : String(session_id) };
}

/** `GET user`. */
export function showUser(services: Services): (call: Call) => Promise<Response> {
  return async (call) => {
    const caller = await callerOf(services, call);
    return caller instanceof Response ? caller : json(200, caller.user);
  };
}
