import type { Queryable } from '../options.ts';
import { addRefreshToken, grantTokens, type Session, type SessionIds } from './auth-sessions.ts';
import { type Call, jsonBody, type Services, textOf } from './call.ts';
import { authError, json } from './responses.ts';
import { isUuid } from './uuid.ts';

interface RefreshToken {
  id: string;
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
 * Replaces a token that is good. A used one gives its replacement once more while that is unused, because an answer may
 * get lost on its way; an older one is in two hands, and nothing that came of it is good any longer (gives null).
 */
async function renew(
  tx: Queryable,
  jwtSecret: string,
  ids: SessionIds,
  token: string,
): Promise<Session | null> {
  const [own, ...heirs] = await tx.sql<RefreshToken>(
    `with recursive family as (
       select id, token, revoked, 0 as age from auth.refresh_tokens where token = $1
       union all
       select t.id, t.token, t.revoked, age + 1 from family f
       join auth.refresh_tokens t on t.session_id = $2 and t.parent = f.token
     )
     select id, token, revoked from family order by age`,
    [token, ids.id],
  );
  let next: string;
  if (own && !own.revoked) {
    await revoke(tx, [own]);
    next = await addRefreshToken(tx, ids, token);
  } else {
    const [heir, ...later] = heirs;
    if (!heir || heir.revoked || later.length > 0) {
      await revoke(tx, heirs);
      return null;
    }
    next = heir.token;
  }
  await tx.sql(
    `update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now() where id = $1`,
    [ids.id],
  );
  return grantTokens(tx, jwtSecret, ids, next);
}

async function revoke(tx: Queryable, tokens: RefreshToken[]): Promise<void> {
  await tx.sql(
    `update auth.refresh_tokens set revoked = true, updated_at = now()
     where id = any($1) and revoked is not true`,
    [tokens.map(({ id }) => id)],
  );
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
