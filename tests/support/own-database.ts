import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/** A database of its own on the server that all tests share, and its superuser's connection to another one. */
export async function ownDatabase(server: string | null) {
  const name = `own_${randomBytes(6).toString('hex')}`;
  const admin = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  return {
    name,
    url: `${server}${name}`,
    admin,
    async stop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
export type OwnDatabase = Awaited<ReturnType<typeof ownDatabase>>;
