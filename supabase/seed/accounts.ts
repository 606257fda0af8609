import { randomUUID } from 'node:crypto';
import type { Role } from '#lib/options.ts';
import { idOf } from './ids.ts';
import { insertMany, type SeedTarget } from './target.ts';

/**
 * The published password of the three demo accounts. It only ever works while the server listens on the loopback:
 * `secureDemoAccounts` replaces it before anybody else can reach it.
 */
export const DEMO_PASSWORD = 'mural-demo-2026';

export interface Account {
  id: string;
  email: string;
  name: string;
  role: Role;
  created: string;
  /** Whether somebody may sign in with the demo password. */
  demo: boolean;
}

export const ADMIN: Account = {
  id: idOf('user', 'admin'),
  email: 'admin@example.com',
  name: 'Alma Guerra',
  role: 'admin',
  created: '2024-05-01T12:00:00Z',
  demo: true,
};
export const CLIENT: Account = {
  id: idOf('user', 'client'),
  email: 'client@example.com',
  name: 'Carmen Lozano',
  role: 'client',
  created: '2024-06-15T17:00:00Z',
  demo: true,
};
export const DEMO_ARTIST = 'marisol-vega';
export const ARTIST: Account = {
  id: idOf('user', DEMO_ARTIST),
  email: 'artist@example.com',
  name: 'Marisol Vega',
  role: 'artist',
  created: '2024-05-14T15:20:00Z',
  demo: true,
};
/** Those that somebody may sign in as, in the order in which they are shown. */
export const DEMO_ACCOUNTS: readonly Account[] = [ADMIN, ARTIST, CLIENT];

/** Makes accounts with their identities and roles, as a confirmed sign-up would have. */
export async function insertAccounts(
  target: Pick<SeedTarget, 'sql' | 'hashPassword'>,
  accounts: readonly Account[],
): Promise<void> {
  // The others get a password that nobody knows, so that nobody signs in as them.
  const [known, unknown] = await Promise.all([
    target.hashPassword(DEMO_PASSWORD),
    target.hashPassword(randomUUID()),
  ]);
  const metadata = (account: Account) => ({
    sub: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    email_verified: true,
  });
  await insertMany(
    target,
    'auth.users',
    accounts.map((account) => ({
      id: account.id,
      email: account.email,
      encrypted_password: account.demo ? known : unknown,
      email_confirmed_at: account.created,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: metadata(account),
      created_at: account.created,
      updated_at: account.created,
    })),
  );
  await insertMany(
    target,
    'auth.identities',
    accounts.map((account) => ({
      id: idOf('identity', account.email),
      provider: 'email',
      provider_id: account.id,
      user_id: account.id,
      identity_data: metadata(account),
      created_at: account.created,
      updated_at: account.created,
    })),
  );
  // The sign-up trigger has made a role for each, as of now and never admin.
  await target.sql(
    `insert into public.user_roles (user_id, role, created_at)
     select x.id, x.role::public.app_role, x.created from jsonb_to_recordset($1::text::jsonb) as x (id uuid, role text, created timestamptz)
     on conflict (user_id) do update set role = excluded.role, created_at = excluded.created_at`,
    [JSON.stringify(accounts)],
  );
}
