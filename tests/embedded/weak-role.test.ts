import { randomBytes } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testBackend } from '#tests/support/backend.ts';

const server = inject('databaseServer');

describe.skipIf(server === null)('a PostgreSQL of one’s own', () => {
  const name = `weak_${randomBytes(4).toString('hex')}`;
  let admin: Sql;
  beforeAll(async () => {
    admin = postgres(`${server}postgres`, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create role ${name} login password 'weak'`);
    await admin.unsafe(`create database ${name} owner ${name}`);
  });
  afterAll(async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.unsafe(`drop role ${name}`);
    await admin.end();
  });

  // With the roles of the product there already, as on this server, or not.
  it('says in one sentence that its role has too few rights', async () => {
    await (await testBackend()).stop();
    const url = new URL(`${server}${name}`);
    url.username = name;
    url.password = 'weak';
    await expect(testBackend({ databaseUrl: url.href })).rejects.toThrow(
      /^The role of DATABASE_URL may not set up the database \(.*permission denied.*\): it has to own the database, may create roles/,
    );
  });
});
