import { randomInt } from 'node:crypto';
import type { Queryable } from '../base/options.ts';
import { hashPassword, verifyPassword } from './hashing.ts';

/** Without the characters that are read for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const LENGTH = 20;

/** A password that nobody guesses (116 bits), easy to copy, with the kinds of characters that policies ask for. */
export function makePassword(): string {
  const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  return /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)
    ? password
    : makePassword();
}

/** Whether this is the password behind a stored hash; false where an account has none. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  return hash ? verifyPassword(password, hash) : false;
}

/** Gives an account another password and ends all that the old one opened: sessions, and links under way. */
export async function replacePassword(
  db: Queryable,
  user: string,
  password: string,
): Promise<void> {
  await db.sql(
    `update auth.users set encrypted_password = $2, recovery_token = null, email_change = null,
       email_change_token_new = null, email_change_token_current = null, updated_at = now() where id = $1`,
    [user, await hashPassword(password)],
  );
  await db.sql('delete from auth.sessions where user_id = $1', [user]);
}

/**
 * Makes a confirmed account, as a sign-up would have; its role is a client's until an admin grants another.
 * @throws the database's `23505` when the address has one.
 */
export async function insertAccount(
  db: Queryable,
  account: { id: string; email: string; password: string },
): Promise<void> {
  const { id, email, password } = account;
  const metadata = { sub: id, email, email_verified: true };
  await db.sql(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, $3, now(), $4, $5)`,
    [
      id,
      email,
      await hashPassword(password),
      { provider: 'email', providers: ['email'] },
      metadata,
    ],
  );
  await db.sql(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values (gen_random_uuid(), 'email', $1, $2::uuid, $3)`,
    [id, id, metadata],
  );
}
