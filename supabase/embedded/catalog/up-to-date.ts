import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sentence } from '#node/errors.ts';
import { withAdvisoryLock } from '../advisory-lock.ts';
import type { Database, Transaction } from '../database.ts';
import { history, migrate, preludeIn, refuseUnknown, replaceHistory } from '../start/migrate.ts';
import { isBeforeBaseline, migrationsIn, versionOf } from '../start/release.ts';
import { type Catalog, type Difference, differencesOf, hashOf, readCatalog } from './catalog.ts';
import { withScratch } from './scratch.ts';

/** What was found to be right at the end of a start; the next one only looks whether it still is. */
interface Verified {
  migrations: string;
  catalog: string;
  /** What differs and cannot be put right. */
  left: string[];
}

const KEY = 'catalog';
const PASSES = 4;

/**
 * Applies the migrations, and holds what the database has against what they make. What differs is put right where no
 * data is lost, and said otherwise. A database of the last release before the baseline gets the baseline's history.
 * @throws StartupError for a database of an older or a newer release, of which nothing is changed.
 */
export async function bringUpToDate(db: Database, dir: string, log: (line: string) => void) {
  const files = migrationsIn(await readdir(dir));
  await refuseUnknown(db, files);
  const migrations: Migration[] = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(dir, file), 'utf8') })),
  );
  const known = await history(db);
  const [baseline] = migrations;
  if (baseline && isBeforeBaseline([...known.keys()], files)) {
    await putRight(db, [baseline], log, (tx) => replaceHistory(tx, baseline.file, baseline.text));
  }
  await migrate(db, dir, log);
  const verified = await stillVerified(db, migrations);
  const left = verified?.left ?? (known.size > 0 ? await tryToPutRight(db, migrations, log) : []);
  if (left === null) return;
  if (left.length > 0)
    log(`The database differs from its migrations, and this is not put right: ${left.join('; ')}.`);
  if (!verified) await writeVerified(db, { migrations: hashOfTexts(migrations), left });
}

interface Migration {
  file: string;
  text: string;
}

/** What the last start found, where nothing has changed since; null otherwise. */
async function stillVerified(db: Database, migrations: Migration[]): Promise<Verified | null> {
  const verified = await readVerified(db);
  if (verified?.migrations !== hashOfTexts(migrations)) return null;
  return verified.catalog === hashOf(await readCatalog(db)) ? verified : null;
}

/** What differs and stays; null where it could not be compared: then nothing is noted, and the next start compares again. */
async function tryToPutRight(
  db: Database,
  migrations: Migration[],
  log: (line: string) => void,
): Promise<string[] | null> {
  return putRight(db, migrations, log).catch((error) => {
    log(
      `The database was not compared with its migrations, and the next start tries again: ${sentence(error)}.`,
    );
    return null;
  });
}

/** @param also what belongs into the same transaction. @returns what differs and stays. */
async function putRight(
  db: Database,
  migrations: Migration[],
  log: (line: string) => void,
  also: (tx: Transaction) => Promise<void> = async () => {},
): Promise<string[]> {
  const texts = migrations.map(({ text }) => text);
  const expected = await withScratch(db, texts, readCatalog);
  const before = differencesOf(await readCatalog(db), expected).map(({ what }) => what);
  await db.transaction((tx) =>
    withAdvisoryLock(tx, async () => {
      await preludeIn(tx);
      await repair(tx, expected);
      await also(tx);
    }),
  );
  const after = differencesOf(await readCatalog(db), expected);
  const names = new Set(after.map(({ what }) => what));
  const done = before.filter((what) => !names.has(what));
  if (done.length > 0)
    log(`The database differed from its migrations, and this was put right: ${done.join('; ')}.`);
  return after.map(said);
}

const said = ({ what, how }: Difference) =>
  `${what} is ${how === 'unknown' ? 'of none of them' : how}`;

/** One may need another: as often as that helps. */
async function repair(tx: Transaction, expected: Catalog): Promise<void> {
  await tx.script('set local check_function_bodies = off');
  for (let pass = 0; pass < PASSES; pass++) {
    const actual = await readCatalog(tx);
    let changed = false;
    for (const { repair } of differencesOf(actual, expected))
      if (repair) changed = (await attempt(tx, () => tx.script(repair))) || changed;
    if (!changed) return;
  }
}

async function attempt(tx: Transaction, run: () => Promise<unknown>): Promise<boolean> {
  await tx.script('savepoint repair');
  try {
    await run();
    await tx.script('release savepoint repair');
    return true;
  } catch {
    await tx.script('rollback to savepoint repair');
    return false;
  }
}

function hashOfTexts(migrations: Migration[]): string {
  const hash = createHash('sha256');
  for (const { file, text } of migrations) hash.update(`${versionOf(file)}\0${text}\0`);
  return hash.digest('hex');
}

async function readVerified(db: Database): Promise<Verified | null> {
  const rows = await db
    .sql<{ value: string }>('select value from embedded.state where key = $1', [KEY])
    .catch(() => []);
  return rows[0] ? JSON.parse(rows[0].value) : null;
}

async function writeVerified(db: Database, rest: Omit<Verified, 'catalog'>): Promise<void> {
  const value = JSON.stringify({ ...rest, catalog: hashOf(await readCatalog(db)) });
  await db.sql(
    `insert into embedded.state (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value where embedded.state.value <> excluded.value`,
    [KEY, value],
  );
}

/** What differs, for whoever only wants to know. */
export async function compareWithMigrations(db: Database, dir: string): Promise<string[]> {
  const known = await history(db);
  const files = migrationsIn(await readdir(dir)).filter((file) => known.has(versionOf(file)));
  const texts = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
  const expected = await withScratch(db, texts, readCatalog);
  return differencesOf(await readCatalog(db), expected).map(said);
}
