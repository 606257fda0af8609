/** @module-tag long */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeArchive } from '#embedded/backup/archive.ts';
import { makeBackup } from '#embedded/backup/backup.ts';
import { lastBackup } from '#embedded/backup/last-backup.ts';
import { restoreBackup } from '#embedded/backup/restore.ts';
import { type BackendOptions, loadKeys, type Queryable, withDatabase } from '#embedded/index.ts';
import { listFiles } from '#node/files.ts';
import { form } from '#tests/db/support/leads.ts';
import {
  type Person,
  TEST_PASSWORD,
  type TestBackend,
  testBackend,
} from '#tests/support/backend.ts';
import { folderOfFile, folderOfTest } from '#tests/support/folder.ts';
import {
  type NativePostgres,
  postgresBinaries,
  startPostgres,
} from '#tests/support/native-postgres.ts';
import { pictureBytes } from '#tests/support/pictures.ts';
import { runScript } from '#tests/support/run-script.ts';
import { FIXTURE_MIGRATIONS } from './fixture.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let folder: string;
let source: string;
let target: string;
let archive: string;

beforeEach(async () => {
  folder = await folderOfTest('a backup ');
  source = path.join(folder, 'source');
  target = path.join(folder, 'target');
  archive = path.join(folder, 'site.tar.zst');
  await mkdir(source);
});

async function start(dataDir: string, options: Partial<BackendOptions> = {}): Promise<TestBackend> {
  const backend = await testBackend({ dataDir, keys: await loadKeys(dataDir), ...options });
  onTestFinished(() => backend.stop());
  return backend;
}

/** Every row of every table, and every file that is kept: names and what they add up to. */
async function everything(db: Queryable, dataDir: string): Promise<Record<string, string>> {
  const tables = await db.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.sql<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
    );
    sums[name] = row?.sum ?? '';
  }
  // A version that was replaced or removed is there a moment longer than its row.
  const named = await db.sql<{ file: string }>(
    `select concat_ws('/', 'storage/objects', bucket_id, name, version) as file from storage.objects`,
  );
  const mails = (await listFiles(path.join(dataDir, 'mail'))).map((name) => `mail/${name}`);
  for (const file of [...named.map(({ file }) => file), ...mails])
    sums[file] = await sumOf(path.join(dataDir, file));
  return sums;
}

const sumOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

/** A request of somebody whose address has sent none before. */
async function ask(backend: TestBackend): Promise<void> {
  const address = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.');
  const lead = Object.entries(form()).map(([name, value]) => [`p_${name}`, value]);
  const response = await fetch(`${backend.url}/rest/v1/rpc/submit_lead`, {
    method: 'POST',
    headers: {
      apikey: backend.keys.publishableKey,
      'content-type': 'application/json',
      'x-client-ip': `10.${address}`,
    },
    body: JSON.stringify(Object.fromEntries(lead)),
  });
  if (!response.ok) throw new Error(await response.text());
}

const mute = () => {};

const NEWER = JSON.stringify({
  format: 1,
  kept: 'native',
  postgres: '17',
  migrations: { 99990101000000: null },
});

/** Pictures that no writer takes away: how many of the others there are is chance. */
async function uploadLasting(artist: Person): Promise<void> {
  const photos = artist.client.storage.from('profile-photos');
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const { error } = await photos.upload(`${artist.id}/${name}.png`, pictureBytes('png', name), {
      contentType: 'image/png',
    });
    expect(error).toBeNull();
  }
}

/** Without it, writers take whole processors from the backup that they are written against. */
const BREATH_MS = 20;

/** People who go on writing until `stop`, and who can be asked to pause. */
function writers(backend: TestBackend, artist: Person) {
  let over = false;
  let open: Promise<void> = Promise.resolve();
  let turns = 0;
  const keepDoing = async (act: () => Promise<void>) => {
    while (!over) {
      await open;
      const turn = act();
      busy.add(turn);
      await turn.finally(() => busy.delete(turn));
      turns += 1;
      await setTimeout(BREATH_MS);
    }
  };
  const busy = new Set<Promise<void>>();
  const photos = artist.client.storage.from('profile-photos');
  const names = [...'abcdefgh'].map((name) => `${artist.id}/${name}.png`);
  const any = () => names[Math.floor(Math.random() * names.length)] ?? '';
  const bytes = () => pictureBytes('png', String(Math.random()).repeat(2000));
  const options = { contentType: 'image/png', upsert: true };
  const done = [
    keepDoing(() => ask(backend)),
    keepDoing(() => ask(backend)),
    keepDoing(async () => void (await photos.upload(any(), bytes(), options))),
    keepDoing(async () => void (await photos.upload(any(), bytes(), options))),
    keepDoing(async () => void (await photos.remove([any()]))),
  ];
  return {
    turns: () => turns,
    /** Runs something while nobody is in the middle of writing. */
    async pausing<T>(run: () => Promise<T>) {
      let go = () => {};
      open = new Promise((resolve) => {
        go = resolve;
      });
      await Promise.all(busy);
      return run().finally(go);
    },
    async stop() {
      over = true;
      await Promise.all(done);
    },
  };
}

async function inDirectory<T>(dataDir: string, run: (db: Queryable) => Promise<T>): Promise<T> {
  return withDatabase({ dataDir, keys: await loadKeys(dataDir) }, run);
}

describe('a backup', () => {
  it.each(['native', 'pglite'] as const)(
    'of %s under load shows the source at its moment: every table, every file',
    async (engine) => {
      const backend = await start(source, { engine });
      await writeFile(path.join(source, 'run.json'), JSON.stringify({ backendUrl: backend.url }));
      const artist = await backend.signedIn('artist');
      await uploadLasting(artist);
      const load = writers(backend, artist);
      await expect.poll(load.turns, { timeout: 30_000 }).toBeGreaterThan(20);
      const before = load.turns();
      let atMoment: Record<string, string> = {};
      let during = 0;
      const around = <T>(take: () => Promise<T>) =>
        load.pausing(async () => {
          during = load.turns() - before;
          atMoment = await everything(backend, source);
          return take();
        });
      const keys = await loadKeys(source);
      const lines: string[] = [];
      const log = (line: string) => lines.push(line);
      const made = await makeBackup({ file: archive, dataDir: source, keys, log, around });
      await load.stop();
      await backend.stop();

      // PGlite is read at its moment; the native engine is copied while everybody writes.
      expect(during).toBeGreaterThan(engine === 'native' ? 5 : -1);
      expect(Object.keys(atMoment).length).toBeGreaterThan(35);
      expect(Number(atMoment['public.lead_records']?.split(' ')[0])).toBeGreaterThan(5);
      expect(Object.keys(atMoment).filter((name) => name.includes('.png/')).length).toBeGreaterThan(
        1,
      );
      expect(await lastBackup(source)).toEqual({ at: expect.any(String), bytes: made.bytes });
      expect(existsSync(path.join(source, 'backup'))).toBe(false);

      const restored = await restoreBackup({ file: archive, dataDir: target, log });
      expect(restored.missing).toBe(0);
      expect(await inDirectory(target, (db) => everything(db, target))).toEqual(atMoment);
      // And it is the product again: the same keys, the same accounts.
      const again = await start(target);
      const { error } = await again
        .anon()
        .auth.signInWithPassword({ email: artist.email, password: TEST_PASSWORD });
      expect(error).toBeNull();
      expect(lines.join('\n')).toMatch(
        engine === 'native'
          ? /is running.*PostgreSQL 17.*\nDatabase: 500 of \d+ files/s
          : /is running/,
      );
    },
  );

  it('has a file for every row, and all that was acknowledged, while nobody pauses', async () => {
    const backend = await start(source);
    const artist = await backend.signedIn('artist');
    const load = writers(backend, artist);
    await expect.poll(load.turns, { timeout: 30_000 }).toBeGreaterThan(20);
    const leads = 'select id from public.lead_records order by id';
    const acknowledged = await backend.sql<{ id: string }>(leads);
    await makeBackup({ file: archive, dataDir: source, keys: await loadKeys(source), log: mute });
    await load.stop();
    const restored = await restoreBackup({ file: archive, dataDir: target, log: mute });
    expect(restored.missing).toBe(0);
    const there = await inDirectory(target, (db) => db.sql<{ id: string }>(leads));
    expect(there).toEqual(expect.arrayContaining(acknowledged));
  });
});

it('a backup without the uploads of a bucket says where they are, and misses none', async () => {
  const backend = await start(source, { engine: 'native' });
  const artist = await backend.signedIn('artist');
  await uploadLasting(artist);
  await rm(path.join(source, 'storage'), { recursive: true });
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const keys = await loadKeys(source);
  await makeBackup({ file: archive, dataDir: source, bucket: 'muro-uploads', keys, log });
  expect(lines.join('\n')).toMatch(/Note: uploads stay in the bucket muro-uploads, and are not in/);
  expect(lines.join('\n')).not.toMatch(/no file/);
  const restored = await restoreBackup({ file: archive, dataDir: target, log: mute });
  expect(restored).toMatchObject({ objects: 5, missing: 0, bucket: 'muro-uploads' });
});

const bin = postgresBinaries();

describe.skipIf(!bin)('a backup of a database of your own', () => {
  let server: NativePostgres;
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  });
  afterAll(() => server.stop());

  it('goes through pg_dump, into an empty database and directory only', async () => {
    const databaseUrl = server.database('one');
    const backend = await start(source, { databaseUrl });
    const artist = await backend.signedIn('artist');
    const load = writers(backend, artist);
    await expect.poll(load.turns, { timeout: 30_000 }).toBeGreaterThan(20);
    let atMoment: Record<string, string> = {};
    const around = <T>(take: () => Promise<T>) =>
      load.pausing(async () => {
        atMoment = await everything(backend, source);
        return take();
      });
    const keys = await loadKeys(source);
    await makeBackup({ file: archive, dataDir: source, databaseUrl, keys, log: mute, around });
    await load.stop();

    const options = { file: archive, dataDir: target, log: mute };
    await expect(restoreBackup(options)).rejects.toThrow(/Set DATABASE_URL to an empty database/);
    await expect(restoreBackup({ ...options, databaseUrl })).rejects.toThrow(
      /^The database in DATABASE_URL is not empty\. .*nothing was changed\.$/,
    );
    expect(existsSync(target)).toBe(false);
    const restoredUrl = server.database('two');
    const restored = await restoreBackup({ ...options, databaseUrl: restoredUrl });
    expect(restored.missing).toBe(0);
    const there = await withDatabase({ dataDir: target, databaseUrl: restoredUrl, keys }, (db) =>
      everything(db, target),
    );
    expect(there).toEqual(atMoment);
    const again = await start(target, { databaseUrl: restoredUrl });
    const { error } = await again
      .anon()
      .auth.signInWithPassword({ email: artist.email, password: TEST_PASSWORD });
    expect(error).toBeNull();
  });

  it('says what to install where pg_dump is missing, and leaves nothing', async () => {
    const databaseUrl = server.database('three');
    await (await start(source, { databaseUrl, migrationsDir: FIXTURE_MIGRATIONS })).stop();
    vi.stubEnv('PATH', folder);
    const keys = await loadKeys(source);
    const sentence = await makeBackup({
      file: archive,
      dataDir: source,
      databaseUrl,
      keys,
      log: mute,
    }).catch((error: Error) => error.message);
    vi.unstubAllEnvs();
    expect(sentence).toMatch(
      /^A database of your own needs pg_dump, which is not installed\. Install .*\.$/,
    );
    expect(await readdir(folder)).toEqual(['source']);
  });
});

describe('the commands', () => {
  const product = folderOfFile('a product ');

  /** A small product that is stopped, with one upload and one mail. */
  beforeAll(async () => {
    const backend = await testBackend({ dataDir: product, keys: await loadKeys(product) });
    const artist = await backend.signedIn('artist');
    await artist.client.storage
      .from('profile-photos')
      .upload(`${artist.id}/one.png`, pictureBytes('png', 'pixels'), { contentType: 'image/png' });
    await backend.stop();
    await mkdir(path.join(product, 'mail'), { recursive: true });
    await writeFile(path.join(product, 'mail/one.eml'), 'Subject: One\r\n\r\n');
  });

  const back = (...args: string[]) => runScript('backup.ts', product, ...args);
  const restore = (file = archive) => runScript('restore.ts', target, file);

  it('take a product that is stopped, and put it elsewhere; keys and secrets are for their owner', {
    tags: 'core',
  }, async () => {
    const before = await inDirectory(product, (db) => everything(db, product));
    expect(await back(archive)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^The backup is in .*site\.tar\.zst \(\d+\.\d MB\)\..*private\.$/m,
      ),
    });
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    expect(await restore()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/with 1 uploads/),
    });
    expect(await inDirectory(target, (db) => everything(db, target))).toEqual(before);
    const keys = path.join(target, 'keys.json');
    expect(await readFile(keys)).toEqual(await readFile(path.join(product, 'keys.json')));
    expect((await stat(keys)).mode & 0o777).toBe(0o600);
    // And not twice into one directory.
    const again = await restore();
    expect(again).toMatchObject({ code: 1, out: expect.stringMatching(/is not empty: .*\.$/) });
    expect(await inDirectory(target, (db) => everything(db, target))).toEqual(before);
  });

  it('begin a restore again that was cut short; the product does not take it for new meanwhile', async () => {
    await back(archive);
    await mkdir(path.join(target, '.restoring'), { recursive: true });
    await mkdir(path.join(target, 'storage'));
    const refused = await start(target).catch((error: Error) => error.message);
    expect(refused).toMatch(
      /^A restore into .* was not completed\. Run "npm run restore" again;.*\.$/,
    );
    expect((await restore()).code).toBe(0);
    expect(existsSync(path.join(target, '.restoring'))).toBe(false);
  });

  it('refuse what is damaged, of another version or something else, and leave nothing behind', async () => {
    await back(archive);
    const whole = await readFile(archive);
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1] = 1 ^ (whole[whole.length >> 1] ?? 0);
    const newer = path.join(folder, 'newer.tar.zst');
    await writeArchive(newer, (made) => made.bytes('manifest.json', NEWER));
    const other = path.join(folder, 'other.tar.zst');
    await writeArchive(other, (made) => made.bytes('README.md', 'hello'));
    const refusals: [string | Buffer, RegExp][] = [
      [whole.subarray(0, whole.length >> 1), /is damaged/],
      [flipped, /is damaged/],
      [Buffer.from('not an archive'), /is damaged or no backup of this product/],
      [other, /is no backup of this product/],
      [newer, /Another version of the product made .*, with the migration 99990101000000/],
      [path.join(folder, 'none'), /cannot be read: it is not there/],
    ];
    for (const [content, reason] of refusals) {
      const file = typeof content === 'string' ? content : path.join(folder, 'changed');
      if (typeof content !== 'string') await writeFile(file, content);
      const sentence = await restoreBackup({ file, dataDir: target, log: mute }).catch(
        (error: Error) => `${error.name}: ${error.message}`,
      );
      expect(sentence).toMatch(/^StartupError: .*\.$/);
      expect(sentence).toMatch(reason);
      expect(existsSync(target)).toBe(false);
    }
    await mkdir(target);
    await expect(restoreBackup({ file: other, dataDir: target, log: mute })).rejects.toThrow();
    expect(await readdir(target)).toEqual([]);
  });

  it('keep as many as they are told, of those that are named alike', async () => {
    const names = ['site-2026-01-01.tar.zst', 'site-2026-01-02.tar.zst', 'site-2026-01-03.tar.zst'];
    for (const [day, name] of names.entries()) {
      await writeArchive(path.join(folder, name), (made) => made.bytes('manifest.json', NEWER));
      await utimes(path.join(folder, name), day + 1, day + 1);
    }
    const others = ['site-notes-1.tar.zst', 'site-2026-01-09.tar.zst'];
    for (const name of others) await writeFile(path.join(folder, name), 'no archive');
    const { code, out } = await back(path.join(folder, 'site-2026-01-04.tar.zst'), '--keep', '2');
    expect(code).toBe(0);
    expect(out).toMatch(/^Removed: site-2026-01-02\.tar\.zst, site-2026-01-01\.tar\.zst$/m);
    const left = (await readdir(folder)).filter((name) => name.startsWith('site-')).sort();
    expect(left).toEqual([names[2], 'site-2026-01-04.tar.zst', ...others.toReversed()].sort());
  });

  it.each([
    [[], 2, /^Name the FILE to write\. .*--help" shows what there is\.$/],
    [['--keep', '2'], 2, /^Name the FILE to write\. /],
    [['one', 'two'], 2, /^'two' is one argument too many\. /],
    [['one', '--keep', '0'], 2, /^--keep takes how many stay, 1 or more, not '0'\.$/],
    [
      ['/nowhere/at/all'],
      1,
      /cannot be written to \/nowhere\/at\/all: it is not there any more.*\.$/,
    ],
  ])('are refused with %j', async (args, ends, reason) => {
    const { code, out } = await back(...args);
    expect(code).toBe(ends);
    expect(out).toMatch(reason);
    expect(existsSync(path.join(product, 'backup'))).toBe(false);
  });

  it('write over nothing', async () => {
    await writeFile(archive, 'something');
    expect((await back(archive)).out).toMatch(/is there already\. Name another file/);
    expect(await readFile(archive, 'utf8')).toBe('something');
  });
});

describe('a database of another version', () => {
  it.each(['native', 'pglite'] as const)(
    'is refused in one sentence, and no row of it is touched (%s)',
    async (engine) => {
      const options = { engine, migrationsDir: FIXTURE_MIGRATIONS };
      const backend = await start(source, options);
      await backend.sql(
        "insert into supabase_migrations.schema_migrations (version, name) values ('99990101000000', 'later')",
      );
      // An earlier version brings a prelude of its own, which must not be written over the later one.
      await backend.sql(
        "update embedded.state set value = 'of a later release' where key = 'prelude'",
      );
      await backend.stop();
      const before = await inDirectory(source, (db) => everything(db, source));
      const sentence = await start(source, options).catch((error: Error) => error.message);
      expect(sentence).toMatch(
        /^Another version of the product made this database, with the migration 99990101000000\. .*nothing was changed\.$/,
      );
      expect(await inDirectory(source, (db) => everything(db, source))).toEqual(before);
    },
  );
});
