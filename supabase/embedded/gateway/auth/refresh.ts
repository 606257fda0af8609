import type { Queryable } from '../../base/options.ts';
import { type Call, jsonBody, type Services, textOf } from '../call/call.ts';
import { authError, json } from '../call/responses.ts';
import { isUuid } from '../call/uuid.ts';
import { addRefreshToken, grantTokens, type Session, type SessionIds } from './sessions.ts';

interface RefreshToken {
  token: string;
  revoked: boolean | null;
}

/** The refresh grant: each refresh token works once and is replaced by the next one of its session. */
export function refresh({ db, keys }: Services): (call: Call) => Promise<Response> {
  return async (call) => {
    const token = textOf(jsonBody(call).refresh_token);
    const { ids, session } = await db.transaction(async (tx) => {
      const ids = await sessionOf(tx, token);
      return { ids, session: ids && (await renew(tx, keys.jwtSecret, ids, token)) };
    });
    if (!ids) return unknown(token);
    const said = { 'sb-auth-session-id': ids.id, 'sb-auth-user-id': ids.userId };
    if (!session) return alreadyUsed(said);
    const prefix = session.refresh_token.slice(0, 8);
    return json(200, session, { ...said, 'sb-auth-refresh-token-prefix': prefix });
  };
}

/**
 * The session of a refresh token, locked: of two tabs that renew one token at once, the second gets what the first got.
 * The account's row is locked before, in the order in which deleting an account goes.
 */
async function sessionOf(tx: Queryable, token: string): Promise<SessionIds | null> {
  const [row] = await tx.sql<SessionIds>(
    `select s.id, u.id as "userId" from auth.refresh_tokens t
     join auth.users u on u.id = t.user_id join auth.sessions s on s.id = t.session_id
     where t.token = $1 for no key update of u, s`,
    [token],
  );
  return row ?? null;
}

/**
 * Replaces a token that is good. A used one gives its replacement again while that is unused, because an answer may get
 * lost on its way; an older one is in two hands, and no token of its session is good any longer (gives null).
 */
async function renew(
  tx: Queryable,
  jwtSecret: string,
  ids: SessionIds,
  token: string,
): Promise<Session | null> {
  const family = await tx.sql<RefreshToken>(
    'select token, revoked from auth.refresh_tokens where session_id = $1 and (token = $2 or parent = $2)',
    [ids.id, token],
  );
  const used = family.some((member) => member.token === token && member.revoked);
  const [heir, ...more] = family.filter((member) => member.token !== token);
  if (used && (!heir || heir.revoked || more.length > 0)) {
    await tx.sql(
      `update auth.refresh_tokens set revoked = true, updated_at = now()
       where session_id = $1 and revoked is not true`,
      [ids.id],
    );
    return null;
  }
  const next = used && heir ? heir.token : await addRefreshToken(tx, ids, token);
  if (!used)
    await tx.sql(
      'update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1',
      [token],
    );
  await tx.sql(
    `update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now() where id = $1`,
    [ids.id],
  );
  return grantTokens(tx, jwtSecret, ids, next);
}

const alreadyUsed = (said: Record<string, string>) => {
  const refusal = authError(
    400,
    'refresh_token_already_used',
    'Invalid Refresh Token: Already Used',
  );
  for (const [name, value] of Object.entries(said)) refusal.headers.set(name, value);
  return refusal;
};

const unknown = (token: string) =>
  isUuid(token)
    ? authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
    : authError(400, 'validation_failed', 'Refresh token is not valid');
