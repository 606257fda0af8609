import { type Claims, claimsOf } from '#http/signed-token.ts';
import type { Call, Services } from './call.ts';
import type { LiveSessions } from './live-sessions.ts';
import { authError, errorFor } from './responses.ts';

/** What PostgREST's authenticator may become. @supabase/lite would obey any role that a signed token names. */
const ROLES = new Set(['anon', 'authenticated', 'service_role']);

/**
 * Refuses a bearer token that is not ours, has expired, names another role, or whose session was signed out. Stock
 * @supabase/lite treats most of these as an anonymous request, which would show a person an empty dashboard.
 * Gives null when there is nothing to refuse.
 */
export async function refuseToken(
  call: Call,
  { keys, sessions }: Services,
): Promise<Response | null> {
  const { token } = call;
  if (token === null) return null;
  const refuse = (code: string, message: string) => {
    if (!call.path.startsWith('/auth/')) return errorFor(call.path, 401, code, message);
    return authError(
      403,
      'bad_jwt',
      `invalid JWT: unable to parse or verify signature, ${message}`,
    );
  };

  const claims = claimsOf(token, keys.jwtSecret);
  if (!claims) return refuse('PGRST301', 'No suitable key or wrong key type');
  const now = Date.now() / 1000;
  const { exp = Number.POSITIVE_INFINITY, nbf = 0 } = claims;
  if (typeof exp !== 'number' || exp <= now) return refuse('PGRST303', 'JWT expired');
  if (typeof nbf !== 'number' || nbf > now) return refuse('PGRST303', 'JWT not yet valid');
  // Signed addresses of files are signed with the same secret; they make nobody of their bearer.
  if (typeof claims.role !== 'string' || !ROLES.has(claims.role))
    return refuse('PGRST301', 'Role not allowed');
  // Auth answers `session_not_found` itself, and signing out of a session that is gone must succeed.
  if (call.path.startsWith('/auth/')) return null;
  return (await sessionLives(claims, sessions)) ? null : refuse('PGRST301', 'Session not found');
}

/** False for claims of a session that was signed out; those without a session live until they expire. */
export async function sessionLives(claims: Claims, sessions: LiveSessions): Promise<boolean> {
  return claims.session_id === undefined || sessions.lives(String(claims.session_id));
}
