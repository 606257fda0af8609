import { randomUUID } from 'node:crypto';
import { codeOf } from '#node/errors.ts';
import type { Queryable } from '../../base/options.ts';
import { authRefusal } from '../call/responses.ts';

/** A user as upstream shows one. */
export type User = Record<string, unknown> & { id: string; email: string };

const IDENTITIES = `coalesce((
  select jsonb_agg(jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
    'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
    'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.email) order by i.created_at)
  from auth.identities i where i.user_id = u.id), '[]'::jsonb) as identities`;

const USER = `u.id, u.aud, u.role, coalesce(u.email, '') as email, coalesce(u.phone, '') as phone, u.email_confirmed_at,
  u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, nullif(u.email_change, '') as new_email,
  case when nullif(u.email_change, '') is not null then u.email_change_sent_at end as email_change_sent_at,
  u.last_sign_in_at, u.raw_app_meta_data as app_metadata, u.raw_user_meta_data as user_metadata, u.created_at,
  u.updated_at, u.banned_until, u.is_anonymous, ${IDENTITIES}`;

/** Upstream leaves out what is not known. */
function shown(row: User | undefined): User | null {
  if (!row) return null;
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as User;
}

export async function userById(db: Queryable, id: string): Promise<User | null> {
  const [row] = await db.sql<User>(`select ${USER} from auth.users u where u.id = $1`, [id]);
  return shown(row);
}

export async function userByEmail(db: Queryable, email: string): Promise<User | null> {
  const [row] = await db.sql<User>(`select ${USER} from auth.users u where u.email = $1`, [email]);
  return shown(row);
}

/** What an account says of itself, for the emails about it. */
export async function metadataOf(db: Queryable, by: 'id' | 'email', value: string) {
  const query = `select raw_user_meta_data as data from auth.users where ${by} = $1`;
  const [row] = await db.sql<{ data: { locale?: unknown } | null }>(query, [value]);
  return row?.data ?? undefined;
}

/** The newest first. */
export async function usersOfPage(db: Queryable, size: number, page: number): Promise<User[]> {
  const rows = await db.sql<User>(
    `select ${USER} from auth.users u order by u.created_at desc limit $1 offset $2`,
    [size, (page - 1) * size],
  );
  return rows.flatMap((row) => shown(row) ?? []);
}

/** Whether an address belongs to an account, or to one that may take it back. */
export async function isTaken(db: Queryable, email: string): Promise<boolean> {
  const [row] = await db.sql(
    `select 1 from auth.users where email = $1
     union all
     select 1 from embedded.one_time_tokens where email = $1 and kind = 'email_change_undo' and expires_at > now()
     limit 1`,
    [email],
  );
  return row !== undefined;
}

/** That an address has an account already: said to those who may know. */
export const emailExists = () =>
  authRefusal(422, 'email_exists', 'A user with this email address has already been registered');

/** For an account that came to the same address, or has it by now. */
export function refuseTaken(error: unknown): never {
  throw codeOf(error) === '23505' ? emailExists() : error;
}

export interface NewAccount {
  id?: string;
  email: string;
  passwordHash: string | null;
  confirmed: boolean;
  invited?: boolean;
  metadata?: unknown;
  appMetadata?: unknown;
}

/**
 * Makes an account with its identity, within a transaction of the caller. Gives its id.
 * @throws the database's error 23505 when the address or the id is taken.
 */
export async function createAccount(tx: Queryable, account: NewAccount): Promise<string> {
  const { id = randomUUID(), email, passwordHash, confirmed } = account;
  const own = { email, email_verified: confirmed, phone_verified: false, sub: id };
  const metadata = { ...Object(account.metadata), ...own };
  const app = { provider: 'email', providers: ['email'], ...Object(account.appMetadata) };
  await tx.sql(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
       raw_app_meta_data, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, $3, case when $4::boolean then now() end,
       case when $5::boolean then now() end, $6, $7)`,
    [id, email, passwordHash, confirmed, account.invited ?? false, app, metadata],
  );
  await tx.sql(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
     values ($1, 'email', $2, $3, $4, now())`,
    [randomUUID(), id, id, metadata],
  );
  return id;
}

/** Notes that the owner of an account reads the mails to its address. */
export async function confirmAccount(tx: Queryable, id: string): Promise<void> {
  const verified = '{"email_verified": true}';
  await tx.sql(
    // Also that a mail was: without a server accounts are confirmed from their start, and prove nothing.
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       confirmation_sent_at = coalesce(confirmation_sent_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '${verified}'::jsonb where id = $1`,
    [id],
  );
  await tx.sql(
    `update auth.identities set identity_data = identity_data || '${verified}'::jsonb
     where user_id = $1 and provider = 'email'`,
    [id],
  );
}

/**
 * Gives an account another address, and forgets the change that waited.
 * @throws the database's error 23505 when the address is taken.
 */
export async function moveAccount(tx: Queryable, id: string, email: string): Promise<void> {
  await tx.sql(
    `update auth.users set email = $2::text, email_change = null, email_change_sent_at = null, updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', $2::text) where id = $1`,
    [id, email],
  );
  await tx.sql(
    `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text)
     where user_id = $1 and provider = 'email'`,
    [id, email],
  );
}

/** Adds to what an account says about itself; a null removes its key. */
export async function setMetadata(
  db: Queryable,
  id: string,
  data: Record<string, unknown>,
): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null);
  await db.sql(
    `update auth.users set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2::jsonb) - $3::text[],
       updated_at = now() where id = $1`,
    [id, data, removed],
  );
}
