/** @module-tag long */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PG_VERSION } from '#embedded/database/open-failure.ts';
import {
  type BackendOptions,
  loadKeys,
  type SpawnedBackend,
  spawnBackend,
} from '#embedded/index.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { FIXTURE_MIGRATIONS } from './fixture.ts';
import { smallDisk } from './small-disk.ts';

vi.setConfig({ testTimeout: 240_000 });

let dataDir: string;

beforeEach(async () => {
  dataDir = await folderOfTest('backend-process-');
});

async function spawn(options: Partial<BackendOptions> = {}): Promise<SpawnedBackend> {
  const backend = await spawnBackend({
    dataDir,
    origin: 'http://127.0.0.1:4321',
    seed: 'none',
    keys: await loadKeys(dataDir),
    migrationsDir: FIXTURE_MIGRATIONS,
    ...options,
  });
  onTestFinished(() => backend.stop());
  return backend;
}

const rest = async ({ url, keys }: SpawnedBackend, route: string, init: RequestInit = {}) =>
  fetch(`${url}/rest/v1/${route}`, {
    ...init,
    headers: {
      apikey: keys.secretKey,
      'content-type': 'application/json',
      prefer: 'return=minimal',
      ...init.headers,
    },
  });

const refusal = (options?: Partial<BackendOptions>) =>
  spawn(options).then(
    () => 'it started',
    (error: Error) => `${error.name}: ${error.message}`,
  );

/** What an operator sees: one line that names the file, no stack. */
function expectSentence(message: string, parts: RegExp): void {
  expect(message).toMatch(/^StartupError: [A-Z/].*\.$/);
  expect(message).not.toContain('\n');
  expect(message).toMatch(parts);
}

describe('a start', () => {
  it('tells of the first preparation only, and keeps what was written through a kill', async () => {
    const lines: string[] = [];
    const first = await spawn({ log: (line) => lines.push(line) });
    expect(lines).toEqual(['Preparing the database…']);
    for (let i = 0; i < 20; i++) {
      const body = JSON.stringify({ name: `Artist ${i}`, slug: `artist-${i}` });
      expect((await rest(first, 'artists', { method: 'POST', body })).status).toBe(201);
    }
    const gone = new Promise((resolve) => first.onExit(resolve));
    process.kill(first.pid, 'SIGKILL');
    await gone;

    lines.length = 0;
    const second = await spawn({ log: (line) => lines.push(line) });
    expect(lines).toEqual([]);
    const left = await rest(second, 'artists?select=slug');
    expect(await left.json()).toHaveLength(20);
  });
});

/** Advice that would cost somebody their data. */
const HARMFUL = /db.reset|delete|erase|remove|start over|empty/i;

describe('a start that cannot be', () => {
  it('on a port that is taken, and leaves the directory free', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    expectSentence(await refusal({ port }), new RegExp(`Port ${port} is already in use`));
    other.close();
    await expect(spawn({ port })).resolves.toMatchObject({ url: `http://127.0.0.1:${port}` });
  });

  it('with a broken migration, which changes nothing and can be put right', async () => {
    const migrationsDir = path.join(dataDir, 'migrations');
    const file = path.join(migrationsDir, '20250101000100_walls.sql');
    await mkdir(migrationsDir);
    await writeFile(
      file,
      'create table public.walls (id int);\n\ncreate tabel public.oops (id int);\n',
    );
    expectSentence(
      await refusal({ migrationsDir }),
      /20250101000100_walls\.sql failed at line 3: syntax error/,
    );
    await writeFile(file, 'create table public.walls (id int);\n');
    const backend = await spawn({ migrationsDir });
    expect((await rest(backend, 'walls')).status).toBe(200);
  });

  it('with a database that cannot be opened', async () => {
    await mkdir(path.join(dataDir, 'pg'));
    await writeFile(path.join(dataDir, 'pg/PG_VERSION'), '9.1\n');
    expectSentence(await refusal(), /cannot be opened: it is of an? older version, PostgreSQL 9/);
    await writeFile(path.join(dataDir, 'pg/PG_VERSION'), '99\n');
    expectSentence(await refusal(), /cannot be opened: it is of an? newer version, PostgreSQL 99/);
    await writeFile(path.join(dataDir, 'pg/PG_VERSION'), `${PG_VERSION}\n`);
    const damaged = await refusal();
    expectSentence(damaged, /cannot be opened: it seems to be damaged .*keep the directory/);
    expect(damaged).not.toMatch(HARMFUL);
  });

  it('with a database server that does not answer, and does not show its password', async () => {
    const message = await refusal({ databaseUrl: 'postgresql://me:hunter2@127.0.0.1:1/db' });
    expectSentence(message, /DATABASE_URL .*cannot be reached/);
    expect(message).not.toContain('hunter2');
  });
});

it('in a place that is no directory says so, for keys and database', async () => {
  const file = path.join(dataDir, 'file');
  await writeFile(file, '');
  const keys = await loadKeys(file).catch((error: Error) => `${error.name}: ${error.message}`);
  expectSentence(String(keys), /file cannot be made/);
  expectSentence(await refusal({ dataDir: file }), /file cannot be locked/);
});

describe('on a full disk', () => {
  const disk = smallDisk('150m');
  it.skipIf(!disk.possible)(
    `a start says so, and the data are whole afterwards ${disk.note}`,
    async () => {
      const dir = await disk.mount();
      try {
        const first = await spawn({ dataDir: dir, keys: await loadKeys(dataDir) });
        const body = JSON.stringify({ name: 'Kept', slug: 'kept' });
        expect((await rest(first, 'artists', { method: 'POST', body })).status).toBe(201);
        await first.stop();
        await disk.fill();
        const message = await refusal({ dataDir: dir });
        expectSentence(message, /cannot be (opened|written|locked).*the disk is full/);
        expect(message).not.toMatch(HARMFUL);
        const keys = await loadKeys(path.join(dir, 'new')).catch((error: Error) => error.message);
        expect(String(keys)).toMatch(/keys\.json: the disk is full/);
        await disk.makeRoom();
        const again = await spawn({ dataDir: dir });
        expect(await (await rest(again, 'artists?select=slug')).json()).toEqual([{ slug: 'kept' }]);
        await again.stop();
      } finally {
        await disk.unmount();
      }
    },
  );

  it.skipIf(!disk.possible)(`a first start can be begun again ${disk.note}`, async () => {
    const dir = await disk.mount();
    try {
      await disk.fill(12);
      const message = await refusal({ dataDir: dir });
      expectSentence(message, /[Tt]he disk (of \S+ )?is full/);
      await disk.makeRoom();
      const backend = await spawn({ dataDir: dir });
      expect((await rest(backend, 'artists?select=slug')).status).toBe(200);
      await backend.stop();
    } finally {
      await disk.unmount();
    }
  });
});

describe('keys', () => {
  it('are made once, for their owner only', async () => {
    const [one, two] = await Promise.all([loadKeys(dataDir), loadKeys(dataDir)]);
    expect(one).toEqual(two);
    expect(one.publishableKey).toMatch(/^sb_publishable_/);
    expect(one.secretKey).toMatch(/^sb_secret_/);
    expect(one.webhookSecret).toMatch(/^whsec_/);
    expect((await stat(path.join(dataDir, 'keys.json'))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'))).toEqual(one);
  });

  it.each([
    ['not JSON', '{"publishableKey":', /is not JSON/],
    ['empty', '', /is not JSON/],
    [
      'incomplete',
      '{"publishableKey":"sb_publishable_0123456789abcdef"}',
      /secretKey, jwtSecret, webhookSecret, databasePassword, linkSecret missing/,
    ],
    ['null', 'null', /publishableKey, secretKey/],
  ])('that are %s are told apart from missing ones', async (_, text, reason) => {
    await writeFile(path.join(dataDir, 'keys.json'), text);
    const error = await loadKeys(dataDir).catch((thrown: Error) => thrown);
    expectSentence(`${(error as Error).name}: ${(error as Error).message}`, reason);
    expect(await readFile(path.join(dataDir, 'keys.json'), 'utf8')).toBe(text);
  });
});
