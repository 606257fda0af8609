import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/** Held while the migrated database is made that all others are copies of. */
const MAKING = 7_241_968_306;

/**
 * A new database on the shared server, as a copy of one that `migrate` has filled; the first caller makes that one.
 * @param fingerprint of everything that decides what `migrate` does.
 * @returns its address, and what removes it.
 */
export async function copyOfMigrated(
  server: string,
  fingerprint: string,
  migrate: (url: string) => Promise<void>,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = `migrated_${fingerprint}`;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
  try {
    await admin`select pg_advisory_lock(${MAKING})`;
    const [made] = await admin`select 1 from pg_database where datname = ${template}`;
    if (!made) {
      const draft = `making_${randomBytes(6).toString('hex')}`;
      await admin.unsafe(`create database ${draft}`);
      await migrate(`${server}${draft}`);
      await admin.unsafe(`alter database ${draft} rename to ${template}`);
    }
    await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await admin.end();
  }
  return {
    url: `${server}${name}`,
    async drop() {
      const again = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
      await again.unsafe(`drop database if exists ${name} with (force)`);
      await again.end();
    },
  };
}
