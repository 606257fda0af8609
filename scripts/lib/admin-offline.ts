import type { Environment } from '#config/process/environment.ts';
import {
  createAccount,
  hashPassword,
  loadKeys,
  type Queryable,
  setPasswordHash,
  withDatabase,
} from '#embedded/index.ts';
import { codeOf } from '#node/errors.ts';
import type { Accounts, AdminRow } from './admin-call.ts';
import { knownAccount, refusal, unknownAccount } from './admin-sentences.ts';

/** On the database of a data directory, or of `DATABASE_URL`, while no server runs. */
export function offlineAccounts({ dataDir, databaseUrl, keys }: Environment): Accounts {
  const open = async <T>(run: (db: Queryable) => Promise<T>) =>
    withDatabase({ dataDir, databaseUrl, keys: await loadKeys(dataDir, keys) }, (db) =>
      db.transaction(run),
    );
  const set = (name: 'grant_admin' | 'revoke_admin', email: string) =>
    open((db) => setAdmin(db, name, email));

  return {
    grant: (email) => set('grant_admin', email),
    revoke: (email) => set('revoke_admin', email),
    list: () => open((db) => db.sql<AdminRow>('select email from public.list_admins()')),
    create: (email, password) =>
      open(async (db) => {
        const account = { email, passwordHash: await hashPassword(password), confirmed: true };
        await createAccount(db, account).catch((error) => {
          throw codeOf(error) === '23505' ? knownAccount(email) : error;
        });
        await setAdmin(db, 'grant_admin', email);
      }),
    setPassword: (email, password) =>
      open(async (db) => {
        const [user] = await db.sql<{ id: string }>(
          'select id from auth.users where lower(email) = $1',
          [email],
        );
        if (!user) throw unknownAccount(email);
        await setPasswordHash(db, user.id, await hashPassword(password));
      }),
  };
}

async function setAdmin(
  db: Queryable,
  name: 'grant_admin' | 'revoke_admin',
  email: string,
): Promise<AdminRow> {
  try {
    const [row] = await db.sql<{ row: AdminRow }>(`select public.${name}($1) as row`, [email]);
    return row?.row ?? { email };
  } catch (error) {
    throw refusal(coded(error), email);
  }
}

/** The rules of the database raise JSON as their message. */
function coded(error: unknown): unknown {
  try {
    return JSON.parse((error as Error).message);
  } catch {
    return error;
  }
}
