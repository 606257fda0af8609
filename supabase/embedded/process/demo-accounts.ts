import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../seed/accounts.ts';
import type { Database } from '../base/database.ts';
import type { DemoAccounts } from '../base/options.ts';
import { setPasswordHash } from '../gateway/auth/sessions.ts';
import { hashPassword, verifyPassword } from '../passwords/hashing.ts';
import { makePassword } from '../passwords/make-password.ts';

interface DemoUser {
  id: string;
  email: string;
  hash: string | null;
}

/**
 * Before anybody can connect: where others reach the server, every account that takes the published password gets one
 * of its own, its sessions end, and the log shows the new ones this once. It warns at every such start.
 * Gives null where the demo seed never was and an admin exists.
 */
export async function secureDemoAccounts(
  db: Database,
  exposedBy: string | undefined,
  log: (line: string) => void,
): Promise<DemoAccounts | null> {
  const users = await db.sql<DemoUser>(
    'select id, email, encrypted_password as hash from auth.users where id = any ($1::uuid[]) order by email',
    [DEMO_ACCOUNTS.map((account) => account.id)],
  );
  const needsAdmin = await hasNoAdmin(db);
  if (users.length === 0) return needsAdmin ? { published: [], own: [], needsAdmin } : null;
  const published = await withPublishedPassword(users);
  if (!exposedBy) return { ...split(users, published), needsAdmin };

  log(
    `Warning: this is a demo directory with accounts of its own, and others can reach the server (${exposedBy}). For a directory of yours, start with SEED=none and an empty DATA_DIR.`,
  );
  if (published.length > 0) log(await replaced(db, published));
  else
    log(
      'The passwords of the demo accounts were shown when they were made; "npm run admin -- password EMAIL" makes a new one.',
    );
  return { ...split(users, []), needsAdmin };
}

/** Not in a database of other migrations than the product's, which knows no roles of people. */
async function hasNoAdmin(db: Database): Promise<boolean> {
  const [roles] = await db.sql("select where to_regclass('public.user_roles') is not null");
  if (!roles) return false;
  const [admin] = await db.sql("select from public.user_roles where role = 'admin' limit 1");
  return admin === undefined;
}

/** The seed gives all of them one hash, so that one comparison, which is slow by design, usually answers for all. */
async function withPublishedPassword(users: readonly DemoUser[]): Promise<DemoUser[]> {
  const published = new Set<string | null>();
  for (const hash of new Set(users.map((user) => user.hash)))
    if (hash && (await verifyPassword(DEMO_PASSWORD, hash))) published.add(hash);
  return users.filter((user) => published.has(user.hash));
}

async function replaced(db: Database, users: readonly DemoUser[]): Promise<string> {
  const made = users.map((user) => ({ ...user, password: makePassword() }));
  await db.transaction(async (tx) => {
    for (const { id, password } of made)
      await setPasswordHash(tx, id, await hashPassword(password));
  });
  const width = Math.max(...made.map(({ email }) => email.length));
  return [
    'Their published password was replaced and their sessions were ended. The new ones, shown only now:',
    ...made.map(({ email, password }) => `  ${email.padEnd(width)}  ${password}`),
  ].join('\n');
}

function split(users: readonly DemoUser[], published: readonly DemoUser[]) {
  const emails = (some: readonly DemoUser[]) => some.map((user) => user.email);
  return {
    published: emails(published),
    own: emails(users.filter((user) => !published.includes(user))),
  };
}
