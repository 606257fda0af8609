import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../base/options.ts';

/** What a mail's link may be for. */
export type TokenKind =
  | 'signup'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email_change'
  | 'email_change_current'
  | 'email_change_undo'
  | 'reauthentication';

/** Wrong codes after which a code is dead; its link is not. */
const TRIES = 5;
/** Sign-ups of one address that may wait side by side: each link makes the account that its own sign-up asked for. */
const WAITING_SIGN_UPS = 3;

const HOUR = 3600;

export interface Token {
  kind: TokenKind;
  user_id: string | null;
  email: string;
  details: Record<string, unknown>;
  created_at: string;
}

export interface NewToken {
  kind: TokenKind;
  /** Null while there is no account yet. */
  userId: string | null;
  email: string;
  details?: Record<string, unknown>;
}

/** The two things that a mail carries: a token of 256 bits for its link, and six digits that have nothing to do with it. */
export interface Secrets {
  token: string;
  code: string;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const codeHash = (secret: string, email: string, code: string) =>
  createHmac('sha256', secret).update(`${email} ${code}`).digest('hex');

/** Makes a token in place of the older ones of its kind. Gives what goes into the mail and is kept nowhere. */
export async function issueToken(
  db: Queryable,
  secret: string,
  { kind, userId, email, details = {} }: NewToken,
): Promise<Secrets> {
  const token = randomBytes(32).toString('base64url');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  // An address that changes twice within days has two links that take it back, and each must work. They work for a
  // week, for which six digits would be too few.
  const isUndo = kind === 'email_change_undo';
  if (!isUndo) {
    await db.sql(
      `delete from embedded.one_time_tokens where id in (
         select id from embedded.one_time_tokens where kind = $1 and user_id is not distinct from $2::uuid
           and ($2::uuid is not null or email = $3) order by created_at desc offset $4)`,
      [kind, userId, email, userId === null ? WAITING_SIGN_UPS - 1 : 0],
    );
  }
  await db.sql("delete from embedded.one_time_tokens where expires_at < now() - interval '1 day'");
  await db.sql(
    `insert into embedded.one_time_tokens (kind, user_id, email, token_hash, code_hash, details, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [
      kind,
      userId,
      email,
      hashOf(token),
      isUndo ? null : codeHash(secret, email, code),
      details,
      isUndo ? 7 * 24 * HOUR : HOUR,
    ],
  );
  return { token, code };
}

/** Takes a link's token out, so that nobody else can; null for one that is unknown, used, of another kind or too old. */
export async function redeemToken(
  db: Queryable,
  kinds: readonly TokenKind[],
  token: string,
): Promise<Token | null> {
  const [row] = await db.sql<Token>(
    `delete from embedded.one_time_tokens where token_hash = $1 and kind = any($2) and expires_at > now()
     returning kind, user_id, email, details, created_at::text as created_at`,
    [hashOf(token), kinds],
  );
  return row ?? null;
}

/** The same by the address and its code. A try is taken before the codes are compared, so that many at once get no more. */
export async function redeemCode(
  db: Queryable,
  secret: string,
  kinds: readonly TokenKind[],
  email: string,
  code: string,
): Promise<Token | null> {
  const given = Buffer.from(codeHash(secret, email, code));
  const tried = await db.sql<{ id: string; code_hash: string }>(
    `update embedded.one_time_tokens set tries = tries + 1
     where email = $1 and kind = any($2) and expires_at > now() and code_hash is not null and tries < $3
     returning id::text as id, code_hash`,
    [email, kinds, TRIES],
  );
  const match = tried.find(({ code_hash }) => timingSafeEqual(Buffer.from(code_hash), given));
  if (!match) return null;
  const [row] = await db.sql<Token>(
    `delete from embedded.one_time_tokens where id = $1
     returning kind, user_id, email, details, created_at::text as created_at`,
    [match.id],
  );
  return row ?? null;
}

export async function endTokens(
  db: Queryable,
  userId: string,
  kinds: readonly TokenKind[],
): Promise<void> {
  await db.sql('delete from embedded.one_time_tokens where user_id = $1 and kind = any($2)', [
    userId,
    kinds,
  ]);
}

/** The sign-up of an address that waits for its confirmation, the newest first. */
export async function waitingSignUp(db: Queryable, email: string): Promise<Token | null> {
  const [row] = await db.sql<Token>(
    `select kind, user_id, email, details, created_at::text as created_at from embedded.one_time_tokens
     where email = $1 and kind = 'signup' and user_id is null and details ->> 'id' is not null and expires_at > now()
     order by created_at desc limit 1`,
    [email],
  );
  return row ?? null;
}
