import type { Queryable } from '../../base/options.ts';
import { jsonBody, textOf } from '../call/call.ts';
import { authError, authRefusal, json } from '../call/responses.ts';
import type { AuthHandler } from './auth-services.ts';
import { type RefreshToken, readRefreshToken } from './refresh-token.ts';
import { grantTokens, type SessionIds } from './sessions.ts';

/** The refresh grant: each refresh token works once and is replaced by the next one of its session. */
export const refresh: AuthHandler = async ({ db, keys, limit }, call) => {
  const text = textOf(jsonBody(call).refresh_token);
  const token = readRefreshToken(keys.jwtSecret, text);
  await limit.refresh(call, token);
  if (!token) throw unknown(text);
  const { open, session } = await db.transaction(async (tx) => {
    const open = await sessionOf(tx, token);
    return { open, session: open && (await renew(tx, keys.jwtSecret, open, token)) };
  });
  if (!open) throw unknown(text);
  const said = { 'sb-auth-session-id': open.id, 'sb-auth-user-id': open.userId };
  if (!session) return alreadyUsed(said);
  const prefix = session.refresh_token.slice(0, 8);
  return json(200, session, { ...said, 'sb-auth-refresh-token-prefix': prefix });
};

interface OpenSession extends SessionIds {
  /** The number of the token that it gave last; null once none is good any longer. */
  last: number | null;
}

/**
 * The session of a refresh token, locked: of two tabs that renew one token at once, the second gets what the first got.
 * The account's row is locked before, in the order in which deleting an account goes.
 */
async function sessionOf(tx: Queryable, { id }: RefreshToken): Promise<OpenSession | null> {
  const [row] = await tx.sql<OpenSession>(
    `select s.id, u.id as "userId", s.refresh_token_counter::int as last
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1 for no key update of u, s`,
    [id],
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
  { last, ...ids }: OpenSession,
  { number }: RefreshToken,
) {
  const good = last !== null && (number === last || number === last - 1);
  await tx.sql(
    `update auth.sessions set refresh_token_counter = $2::int, updated_at = now(),
       refreshed_at = case when $2::int is null then refreshed_at else now() at time zone 'UTC' end where id = $1`,
    [ids.id, good ? number + 1 : null],
  );
  return good ? grantTokens(tx, jwtSecret, ids, number + 1) : null;
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

/** What may be a token of another database, and what never was one. */
const unknown = (token: string) =>
  /^[\w-]{36,100}$/.test(token)
    ? authRefusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
    : authRefusal(400, 'validation_failed', 'Refresh token is not valid');
