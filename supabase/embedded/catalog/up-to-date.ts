import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sentence } from '#node/errors.ts';
import { withAdvisoryLock } from '../advisory-lock.ts';
import type { Database, Transaction } from '../database.ts';
import { history, migrate, refuseUnknown } from '../migrate.ts';
import { migrationsIn, versionOf } from '../release.ts';
import { type Catalog, differencesOf, hashOf, readCatalog } from './catalog.ts';
import { readRows, rowChanges, writeRow } from './rows.ts';
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
 * Applies the migrations, and holds what the database has against what they make: some were edited after they had
 * landed. What differs is put right where no data is lost, and said otherwise.
 */
export async function bringUpToDate(db: Database, dir: string, log: (line: string) => void) {
  const files = migrationsIn(await readdir(dir));
  await refuseUnknown(db, files);
  const texts = new Map<string, string>();
  for (const file of files)
    texts.set(versionOf(file), await readFile(path.join(dir, file), 'utf8'));
  const known = await history(db);
  const before = [...texts].filter(([version]) => known.has(version));
  let left: string[] = [];
  if (before.length > 0) {
    const verified = await readVerified(db);
    const trusted =
      verified?.migrations === hashOfTexts(before) &&
      verified.catalog === hashOf(await readCatalog(db));
    left = trusted ? verified.left : await tryToPutRight(db, before, known, log);
  }
  const last = before.at(-1)?.[0] ?? '';
  const applied = await migrate(db, dir, log);
  // One that came between others may have taken something back that a later one had changed.
  if (applied.some((file) => versionOf(file) < last))
    left = await tryToPutRight(db, [...texts], known, log);
  if (left.length > 0)
    log(`The database differs from its migrations, and this is not put right: ${left.join('; ')}.`);
  await noteTexts(db, before, known);
  await writeVerified(db, { migrations: hashOfTexts([...texts]), left });
}

type Texts = [version: string, text: string][];
type History = Awaited<ReturnType<typeof history>>;

async function tryToPutRight(
  db: Database,
  migrations: Texts,
  known: History,
  log: (line: string) => void,
): Promise<string[]> {
  return putRight(db, migrations, known, log).catch((error) => {
    log(`The database was not compared with its migrations: ${sentence(error)}.`);
    return [];
  });
}

/** Gives what is left. */
async function putRight(
  db: Database,
  migrations: Texts,
  known: History,
  log: (line: string) => void,
): Promise<string[]> {
  const texts = migrations.map(([, text]) => text);
  const look = async (scratch: Database) => ({
    catalog: await readCatalog(scratch),
    rows: await readRows(scratch),
  });
  const present = await withScratch(db, texts, look);
  const recorded = migrations.map(([version, text]) => known.get(version) ?? text);
  const edited = recorded.some((text, i) => text !== texts[i]);
  const earlier = edited ? await withScratch(db, recorded, look).catch(() => null) : null;
  const first = differencesOf(await readCatalog(db), present.catalog);
  const rows = earlier
    ? rowChanges(await readRows(db, present.rows.keys()), earlier.rows, present.rows)
    : [];
  await db.transaction((tx) =>
    withAdvisoryLock(tx, async () => {
      await tx.script('set local check_function_bodies = off');
      await repair(tx, present.catalog, earlier?.catalog ?? new Map());
      for (const change of rows) await attempt(tx, () => writeRow(tx, change));
    }),
  );
  const after = differencesOf(await readCatalog(db), present.catalog);
  const names = new Set(after.map(({ what }) => what));
  const done = [
    ...first.map(({ what }) => what).filter((what) => !names.has(what)),
    ...rows.map(({ table }) => `a row of ${table}`),
  ];
  if (done.length > 0)
    log(`The database differed from its migrations, and this was put right: ${done.join('; ')}.`);
  return after.map(({ what, how }) => `${what} is ${how === 'unknown' ? 'of none of them' : how}`);
}

/** One may need another: as often as that helps. */
async function repair(tx: Transaction, expected: Catalog, earlier: Catalog): Promise<void> {
  for (let pass = 0; pass < PASSES; pass++) {
    const actual = await readCatalog(tx);
    let changed = false;
    for (const { what, repair } of differencesOf(actual, expected)) {
      const item = actual.get(what);
      // What an earlier text of a migration made is ours to remove.
      const ours = item && earlier.get(what)?.def === item.def && !expected.has(what);
      const statement = repair ?? (ours ? item.drop : null);
      if (statement) changed = (await attempt(tx, () => tx.script(statement))) || changed;
    }
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

/** What was compared is what counts from now on: a row that an operator sets back to an earlier value stays. */
async function noteTexts(db: Database, texts: Texts, known: History): Promise<void> {
  for (const [version, text] of texts) {
    const before = known.get(version);
    if (before === undefined || before === null || before === text) continue;
    await db.sql(
      'update supabase_migrations.schema_migrations set statements = $2 where version = $1',
      [version, [text]],
    );
  }
}

function hashOfTexts(texts: Texts): string {
  const hash = createHash('sha256');
  for (const [version, text] of texts) hash.update(`${version}\0${text}\0`);
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
  return differencesOf(await readCatalog(db), expected).map(({ what, how }) =>
    how === 'unknown' ? `${what} is of none of them` : `${what} is ${how}`,
  );
}
