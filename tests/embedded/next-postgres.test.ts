/** @module-tag long */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeBackup } from '#embedded/backup/backup.ts';
import { restoreBackup } from '#embedded/backup/restore.ts';
import { createKeys, moveToNative, startBackend } from '#embedded/index.ts';
import { type Binaries, withBinariesOf } from '#embedded/native/binaries.ts';
import { TEST_PASSWORD, withClients } from '#tests/support/backend.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { aQuote } from '#tests/support/quote.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** What is installed in its place: the release after this one. */
const later = vi.hoisted(() => ({ installed: undefined as Binaries | undefined }));
vi.mock('#embedded/native/binaries.ts', async (original) => {
  const real = await original<typeof import('#embedded/native/binaries.ts')>();
  return { ...real, findBinaries: async () => later.installed ?? real.findBinaries() };
});

const keys = createKeys();
const lines: string[] = [];
const log = (line: string) => lines.push(line);
const root = folderOfFile('next-postgres-');
let dataDir: string;
let archive: string;
let next: Binaries | undefined;
let missing = '';
let letGo = () => {};

const start = async (folder: string) =>
  withClients(
    await startBackend({ dataDir: folder, keys, origin: 'http://127.0.0.1:4321', seed: 'demo' }),
  );

beforeAll(async () => {
  dataDir = path.join(root, 'data');
  const { promise: held, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  await new Promise<void>((resolve) => {
    withBinariesOf('18', (binaries) => {
      next = binaries;
      resolve();
      return held;
    }).catch((error: Error) => {
      missing = error.message;
      resolve();
    });
  });
});
afterAll(async () => {
  letGo();
});
beforeEach(({ skip }) => skip(missing !== '', missing));

it('refuses the database of the release before, and names the command', async () => {
  const before = await start(dataDir);
  await before.signedIn('artist', 'mover@example.com');
  expect((await before.anon().rpc('submit_lead', aQuote())).error).toBeNull();
  await before.stop();
  const options = { dataDir, keys, log };
  archive = (await makeBackup({ file: root, ...options })).file;
  expect(lines).toContain(
    'The archive can be restored with PostgreSQL 17; a release that runs another version fetches it.',
  );

  later.installed = next;
  await expect(start(dataDir)).rejects.toThrow(
    /made by the older PostgreSQL 17, and this release runs 18\. Run "node scripts\/run\.cjs db-move" to take it over; nothing was changed\.$/,
  );
});

it('takes it over in one command, and goes on with every row', async () => {
  const { rows, kept } = await moveToNative({ dataDir, keys, log });
  expect(rows).toBeGreaterThan(1000);
  expect(existsSync(path.join(kept, 'PG_VERSION'))).toBe(true);
  await works(dataDir);
  await expect(moveToNative({ dataDir, keys, log })).rejects.toThrow(
    /is with the native engine already, PostgreSQL 18\.$/,
  );
});

it('restores an archive of the release before, and takes that over too', async () => {
  const restored = path.join(root, 'restored');
  const { older, objects } = await restoreBackup({ file: archive, dataDir: restored, log });
  expect(older).toBe('17');
  expect(objects).toBeGreaterThan(100);
  await moveToNative({ dataDir: restored, keys, log });
  await works(restored);
});

async function works(folder: string): Promise<void> {
  const after = await start(folder);
  try {
    const [{ major } = {}] = await after.sql<{ major: number }>(
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    expect(major).toBe(18);
    const { data } = await after
      .anon()
      .auth.signInWithPassword({ email: 'mover@example.com', password: TEST_PASSWORD });
    expect(data.user?.email).toBe('mover@example.com');
    expect((await after.anon().rpc('submit_lead', aQuote())).error).toBeNull();
    const requests = await after.service().from('lead_records').select('id');
    expect(requests.data?.length).toBeGreaterThan(1);
    await expect(after.tryAsVisitor()).resolves.toBeUndefined();
  } finally {
    await after.stop();
  }
}
