import { createHmac, randomUUID } from 'node:crypto';
import type { Queryable } from '../options.ts';
import { type User, userById } from './auth-accounts.ts';

/** As @supabase/lite, which refreshes what begins here. */
export const JWT_LIVES = 3600;

export interface Session {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: User;
}

/** Begins a session of an account, within a transaction of the caller. */
export async function beginSession(
  tx: Queryable,
  jwtSecret: string,
  userId: string,
): Promise<Session> {
  const id = randomUUID();
  const refreshToken = randomUUID();
  await tx.sql('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [
    userId,
  ]);
  await tx.sql(`insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal1')`, [
    id,
    userId,
  ]);
  await tx.sql(
    'insert into auth.refresh_tokens (id, token, user_id, session_id, revoked) values ($1, $2, $3, $4, false)',
    [randomUUID(), refreshToken, userId, id],
  );
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
    access_token: sign(claims, jwtSecret),
    token_type: 'bearer',
    expires_in: JWT_LIVES,
    expires_at: now + JWT_LIVES,
    refresh_token: refreshToken,
    user,
  };
}

/** Ends every session of an account, but for the one to keep. */
export async function endSessions(db: Queryable, userId: string, keep?: string): Promise<void> {
  // Refresh tokens go with their session.
  await db.sql(
    'delete from auth.sessions where user_id = $1 and ($2::text is null or id::text <> $2)',
    [userId, keep ?? null],
  );
}

function sign(claims: object, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
