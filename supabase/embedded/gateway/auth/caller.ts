import { claimsOf } from '#http/signed-token.ts';
import type { Call, Services } from '../call/call.ts';
import { authRefusal, json } from '../call/responses.ts';
import { sessionLives } from '../call/tokens.ts';
import { isUuid } from '../call/uuid.ts';
import { type User, userById } from './accounts.ts';
import type { AuthHandler } from './auth-services.ts';

export interface AuthCaller {
  user: User;
  /** Missing from tokens that an operator signed. */
  session: string | null;
}

/**
 * The person whose token a call carries; `refuseToken` has checked its signature and times by now.
 * @throws Refused where there is none, or their session has ended.
 */
export async function callerOf({ db, keys, sessions }: Services, call: Call): Promise<AuthCaller> {
  const claims = call.token === null ? null : claimsOf(call.token, keys.jwtSecret);
  if (!claims)
    throw authRefusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const { sub, session_id } = claims;
  if (!sub) throw authRefusal(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (typeof sub !== 'string' || !isUuid(sub))
    throw authRefusal(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  const user = await userById(db, sub);
  if (!user) throw authRefusal(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const gone = 'Session from session_id claim in JWT does not exist';
  if (!(await sessionLives(claims, sessions))) throw authRefusal(403, 'session_not_found', gone);
  return { user, session: session_id === undefined ? null : String(session_id) };
}

export const showUser: AuthHandler = async (auth, call) =>
  json(200, (await callerOf(auth, call)).user);
