import { randomUUID } from 'node:crypto';
import { signClaims } from '#http/signed-token.ts';
import type { Queryable } from '../../base/options.ts';
import { userById } from './accounts.ts';
import { refreshToken } from './refresh-token.ts';

/** How long an access token is valid, in seconds. */
const JWT_LIVES = 3600;

export interface SessionIds {
  id: string;
  userId: string;
}

/** Begins a session of an account, within a transaction of the caller. */
export async function beginSession(tx: Queryable, jwtSecret: string, userId: string) {
  const ids = { id: randomUUID(), userId };
  await tx.sql(
    `insert into auth.sessions (id, user_id, aal, refresh_token_counter) values ($1, $2, 'aal1', 0)`,
    [ids.id, userId],
  );
  return grantTokens(tx, jwtSecret, ids, 0);
}

/** What a client gets for a session that begins or goes on: its refresh token of this number and a new access token. */
export async function grantTokens(
  tx: Queryable,
  jwtSecret: string,
  { id, userId }: SessionIds,
  number: number,
) {
  await tx.sql('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [
    userId,
  ]);
  const user = await userById(tx, userId);
  if (!user) throw new Error('An account went away while it signed in.');
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: userId,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    session_id: id,
    iat: now,
    exp: now + JWT_LIVES,
  };
  return {
    access_token: signClaims(claims, jwtSecret),
    token_type: 'bearer',
    expires_in: JWT_LIVES,
    expires_at: now + JWT_LIVES,
    refresh_token: refreshToken(jwtSecret, { id, number }),
    user,
  };
}

/** Ends every session of an account, but for the one to keep. */
export async function endSessions(
  db: Queryable,
  userId: string,
  keep: string | null = null,
): Promise<void> {
  await db.sql(
    'delete from auth.sessions where user_id = $1 and ($2::text is null or id::text <> $2)',
    [userId, keep],
  );
}

/** Sets a password, and ends what the old one's owner might still hold: recovery, the change of the address, and sessions but one. */
export async function setPasswordHash(
  tx: Queryable,
  id: string,
  hash: string | null,
  keptSession: string | null = null,
): Promise<void> {
  await tx.sql(
    `update auth.users set encrypted_password = $2, email_change = null, email_change_sent_at = null, updated_at = now()
     where id = $1`,
    [id, hash],
  );
  await tx.sql(
    `delete from embedded.one_time_tokens where user_id = $1
     and kind in ('recovery', 'magiclink', 'email_change', 'email_change_current', 'reauthentication')`,
    [id],
  );
  await tx.sql(
    `insert into embedded.password_changes (user_id) values ($1)
     on conflict (user_id) do update set changed_at = now()`,
    [id],
  );
  await endSessions(tx, id, keptSession);
}
