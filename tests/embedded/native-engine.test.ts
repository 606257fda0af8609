/** @module-tag long */
import { execFileSync, fork, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Backend, type BackendOptions, createKeys } from '#embedded/index.ts';
import { findBinaries } from '#embedded/native/binaries.ts';
import type { TestBackend } from '#tests/support/backend.ts';
import { folderOfTest } from '#tests/support/folder.ts';
import { fixtureBackend } from './fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const keys = createKeys();
let folder: string;
let dataDir: string;

beforeEach(async () => {
  folder = await folderOfTest('native engine ');
  dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
});

async function start(options: Partial<BackendOptions> = {}): Promise<TestBackend> {
  const backend = await fixtureBackend({ dataDir, keys, engine: 'native', ...options });
  onTestFinished(() => backend.stop());
  return backend;
}

const refusal = (options: Parameters<typeof start>[0] = {}) =>
  start(options).then(
    () => 'started',
    (error: Error) => `${error.name}: ${error.message}`,
  );
const version = async (backend: Backend) =>
  (await backend.sql<{ v: string }>('select version() as v'))[0]?.v;
const setting = async (backend: Backend, name: string) =>
  (await backend.sql<{ v: string }>('select current_setting($1) as v', [name]))[0]?.v;
/** The server of the data directory, by its own file. */
const postmaster = async () =>
  Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
/** Nobody may ask after one that ended: then it stays in the list, as a zombie. */
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

describe('a new data directory', () => {
  it('gets a native PostgreSQL that waits for the disk, in a path with spaces, closed to others', async () => {
    const backend = await start();
    expect(await version(backend)).toMatch(/^PostgreSQL 17\./);
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'])
      expect([name, await setting(backend, name)]).toEqual([name, 'on']);
    expect(await setting(backend, 'listen_addresses')).toBe('');
    expect(await setting(backend, 'server_encoding')).toBe('UTF8');
    expect(await setting(backend, 'is_superuser')).toBe('on');
    // Words are ordered alike on every machine.
    const [order] = await backend.sql("select 'a' < 'B' collate \"default\" as x, upper('é') as u");
    expect(order).toEqual({ x: false, u: 'É' });
    expect(await readdir(path.join(dataDir, 'log'))).toHaveLength(1);
    const pid = await postmaster();
    await backend.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('takes settings of the operator, and names one that is none', async () => {
    const backend = await start({ postgresOptions: 'shared_buffers=24MB work_mem=5MB' });
    expect(await setting(backend, 'shared_buffers')).toBe('24MB');
    await backend.stop();
    expect(await refusal({ postgresOptions: 'shared_buffers' })).toMatch(
      /^StartupError: POSTGRES_OPTIONS has "shared_buffers".*\.$/,
    );
    expect(await refusal({ postgresOptions: 'no_such_setting=1' })).toMatch(
      /^StartupError: .*no_such_setting.*\.$/,
    );
  });

  it('keeps what was written, and stays with the engine that made it', async () => {
    const native = await start();
    await native.sql('create table kept (n int)');
    await native.sql('insert into kept values (1)');
    await native.stop();
    const again = await start({ engine: 'pglite' });
    expect(await again.sql('select n from kept')).toEqual([{ n: 1 }]);
    await again.stop();

    dataDir = path.join(folder, 'wasm');
    await mkdir(dataDir);
    await (await start({ engine: 'pglite' })).stop();
    const lines: string[] = [];
    const kept = await start({ log: (line) => lines.push(line) });
    expect(await version(kept)).toMatch(/emscripten|wasm/i);
    expect(lines.join('\n')).toMatch(/PGlite keeps this database.*node scripts\/run\.cjs db-move/);
  });

  it('runs PGlite where the binaries are missing, and says why and what would change it', async () => {
    await expect(findBinaries('plan9-mips')).rejects.toThrow(/plan9-mips; set DATABASE_URL/);
  });
});

describe('the links of the binaries', () => {
  it('are made again where npm ran no install scripts', async () => {
    const { postgres } = await findBinaries();
    const lib = path.join(path.dirname(postgres), '../lib');
    const list = path.join(lib, '../pg-symlinks.json');
    const [first] = JSON.parse(await readFile(list, 'utf8')) as { target: string }[];
    const link = path.join(lib, '../..', first?.target ?? '');
    await rename(link, `${link}.aside`);
    try {
      await findBinaries();
      expect(existsSync(link)).toBe(true);
    } finally {
      await rm(link, { force: true });
      await rename(`${link}.aside`, link);
    }
  });
});

/** Ids of the processes of that name which this one has started. */
function childrenOf(pid: number, name: string): number[] {
  const found = execFileSync('pgrep', ['-P', String(pid), '-x', name], { encoding: 'utf8' });
  return found.trim().split('\n').map(Number);
}

/** A process that starts the backend and stays, to be killed. */
async function victim(): Promise<{ pid: number; ended: Promise<unknown> }> {
  const child = fork(path.join(ROOT, 'tests/embedded/fixtures/native-victim.ts'), [dataDir], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, VICTIM_KEYS: JSON.stringify(keys) },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The victim ended with ${code}.`)));
  });
  return { pid: child.pid ?? 0, ended };
}

const kept = async (backend: Backend) =>
  (await backend.sql<{ n: number }>('select count(*)::int as n from survivors'))[0]?.n;

describe('a killed process', () => {
  it('takes its server along, and the next start loses nothing', async () => {
    const { pid, ended } = await victim();
    const server = await postmaster();
    process.kill(pid, 'SIGKILL');
    await ended;
    await expect.poll(() => isAlive(server)).toBe(false);
    expect(await kept(await start())).toBe(1000);
  });

  it.runIf(process.platform === 'linux')(
    'whose guard was killed with it leaves a server, which the next start ends',
    async () => {
      const { pid, ended } = await victim();
      const server = await postmaster();
      const [guard = 0] = childrenOf(pid, 'sh');
      for (const shell of [...childrenOf(guard, 'sh'), guard]) process.kill(shell, 'SIGKILL');
      process.kill(pid, 'SIGKILL');
      await ended;
      expect(isAlive(server)).toBe(true);
      expect(await kept(await start())).toBe(1000);
      expect(isAlive(server)).toBe(false);
    },
  );

  it('of the server ends the backend, and the next start loses nothing', async () => {
    const { ended } = await victim();
    process.kill(await postmaster(), 'SIGKILL');
    await ended;
    expect(await kept(await start())).toBe(1000);
  });

  /** By the account that the server has: it asks whether a process of its own is there. */
  const anotherProgram = async () => {
    const { uid, gid } = await stat(path.join(dataDir, 'postgres'));
    const program = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    onTestFinished(() => void program.kill());
    return program.pid;
  };

  it.each([
    ['a process that is gone', () => 2 ** 22 - 7],
    ['another program', anotherProgram],
  ])('may have left files that name %s', async (_, named) => {
    await (await start()).stop();
    const pid = await named();
    await mkdir(path.join(dataDir, 'socket'));
    for (const file of ['postgres/postmaster.pid', 'socket/.s.PGSQL.5432.lock'])
      await writeFile(path.join(dataDir, file), `${pid}\n${dataDir}\n1\n`);
    expect(await version(await start())).toMatch(/^PostgreSQL 17/);
  });
});

describe('what stands in the way is said in one sentence, and nothing is changed', () => {
  beforeEach(async () => {
    await (await start()).stop();
  });

  it.each([
    ['a newer one', '99\n', /made by the newer PostgreSQL 99, and this release runs 17/],
    ['an older one', '12\n', /made by the older PostgreSQL 12/],
    ['a damaged one', '', /is damaged: its PG_VERSION is missing or empty/],
  ])('%s', async (_, text, reason) => {
    await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), text);
    const message = await refusal();
    expect(message).toMatch(/^StartupError: .*\.$/);
    expect(message).toMatch(reason);
    expect(message).not.toMatch(/db.reset|erase/);
  });

  it('a file of it that is gone', async () => {
    await rm(path.join(dataDir, 'postgres/global/pg_control'));
    expect(await refusal()).toMatch(
      /^StartupError: The database in .* cannot be opened: .*pg_control/,
    );
  });

  it('keys that were made anew get it open again', async () => {
    const other = await start({ keys: createKeys() });
    expect(await version(other)).toMatch(/^PostgreSQL 17/);
  });
});
