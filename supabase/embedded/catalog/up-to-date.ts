import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sentence } from '#node/errors.ts';
import { withAdvisoryLock } from '../advisory-lock.ts';
import type { Database, Transaction } from '../database.ts';
import { history, migrate, preludeIn, refuseUnknown } from '../migrate.ts';
import { migrationsIn, versionOf } from '../release.ts';
import { type Catalog, type Difference, differencesOf, hashOf, readCatalog } from './catalog.ts';
import { type MadeRows, readRows, rowChanges, writeRow } from './rows.ts';
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
  let found: Outcome = { left: [], checked: true };
  if (before.length > 0) {
    const verified = await readVerified(db);
    const trusted =
      verified?.migrations === hashOfTexts(before) &&
      verified.catalog === hashOf(await readCatalog(db));
    found = trusted ? { left: verified.left, checked: true } : await tryToPutRight(db, before, log);
  }
  const last = before.at(-1)?.[0] ?? '';
  const applied = await migrate(db, dir, log);
  // One that came between others may have taken something back that a later one had changed.
  if (applied.some((file) => versionOf(file) < last))
    found = await tryToPutRight(db, [...texts], log);
  const { left, checked } = found;
  if (left.length > 0)
    log(`The database differs from its migrations, and this is not put right: ${left.join('; ')}.`);
  if (checked) await writeVerified(db, { migrations: hashOfTexts([...texts]), left });
}

interface Outcome {
  /** What differs and cannot be put right. */
  left: string[];
  /** Whether all of it was compared: otherwise nothing is noted, and the next start compares again. */
  checked: boolean;
}

type Texts = [version: string, text: string][];

async function tryToPutRight(
  db: Database,
  migrations: Texts,
  log: (line: string) => void,
): Promise<Outcome> {
  return putRight(db, migrations, log).catch((error) => {
    log(notCompared('The database was', error));
    return { left: [], checked: false };
  });
}

const notCompared = (what: string, error: unknown) =>
  `${what} not compared with its migrations, and the next start tries again: ${sentence(error)}.`;

interface State {
  catalog: Catalog;
  rows: MadeRows;
}
type Known = Awaited<ReturnType<typeof history>>;

async function putRight(
  db: Database,
  migrations: Texts,
  log: (line: string) => void,
): Promise<Outcome> {
  const known = await history(db);
  const edited = migrations.some(([version, text]) => (known.get(version) ?? text) !== text);
  const present = await made(db, migrations);
  const earlier = edited
    ? await made(db, recorded(migrations, known)).catch((error) => {
        log(notCompared('What edited migrations had made was', error));
        return null;
      })
    : null;
  const before = differencesOf(await readCatalog(db), present.catalog).map(({ what }) => what);
  const rows = await db.transaction((tx) =>
    withAdvisoryLock(tx, async () => {
      await preludeIn(tx);
      await repair(tx, present.catalog, earlier?.catalog ?? new Map());
      const changed = earlier ? await changeRows(tx, earlier.rows, present.rows) : NONE;
      if (earlier) await noteTexts(tx, migrations, known);
      return changed;
    }),
  );
  const after = differencesOf(await readCatalog(db), present.catalog);
  const names = new Set(after.map(({ what }) => what));
  const done = [...before.filter((what) => !names.has(what)), ...rows.done];
  if (done.length > 0)
    log(`The database differed from its migrations, and this was put right: ${done.join('; ')}.`);
  const left = [...after.map(said), ...rows.left.map((row) => `${row} is different`)];
  return { left, checked: !edited || earlier !== null };
}

/** What an empty database has after these. */
function made(db: Database, migrations: Texts): Promise<State> {
  const texts = migrations.map(([, text]) => text);
  return withScratch(db, texts, async (scratch) => ({
    catalog: await readCatalog(scratch),
    rows: await readRows(scratch),
  }));
}

const recorded = (migrations: Texts, known: Known): Texts =>
  migrations.map(([version, text]) => [version, known.get(version) ?? text]);

const NONE = { done: [] as string[], left: [] as string[] };

async function changeRows(tx: Transaction, earlier: MadeRows, present: MadeRows) {
  const actual = await readRows(tx, [...earlier.keys(), ...present.keys()]);
  const found: typeof NONE = { done: [], left: [] };
  for (const change of rowChanges(actual, earlier, present)) {
    const changed = await attempt(tx, () => writeRow(tx, change));
    found[changed ? 'done' : 'left'].push(`a row of ${change.table}`);
  }
  return found;
}

const said = ({ what, how }: Difference) =>
  `${what} is ${how === 'unknown' ? 'of none of them' : how}`;

/** One may need another: as often as that helps. */
async function repair(tx: Transaction, expected: Catalog, earlier: Catalog): Promise<void> {
  await tx.script('set local check_function_bodies = off');
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
async function noteTexts(tx: Transaction, texts: Texts, known: Known): Promise<void> {
  for (const [version, text] of texts) {
    const before = known.get(version);
    if (before === undefined || before === null || before === text) continue;
    await tx.sql(
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
  return differencesOf(await readCatalog(db), expected).map(said);
}
