import { readFileSync } from 'node:fs';
import type { Database } from '../base/database.ts';
import type { Queryable } from '../base/options.ts';
import { readMigrations } from './migrations.ts';
import { withScratch } from './scratch.ts';

const QUERY = readFileSync(new URL('catalog.sql', import.meta.url), 'utf8');

/** What a database has, by kind and name, with the text that says what it is. */
async function readCatalog(db: Queryable): Promise<Map<string, string>> {
  const items = await db.sql<{ kind: string; name: string; def: string }>(QUERY);
  return new Map(items.map(({ kind, name, def }) => [`${kind} ${name}`, def]));
}

/** A sentence for each table, function, right and so on that is not as the migrations in `dir` make it. Changes nothing. */
export async function compareWithMigrations(db: Database, dir: string): Promise<string[]> {
  const texts = (await readMigrations(dir)).map(({ text }) => text);
  const expected = await withScratch(db, texts, readCatalog);
  const actual = await readCatalog(db);
  const found: string[] = [];
  for (const [what, def] of expected)
    if (actual.get(what) !== def)
      found.push(`${what} is ${actual.has(what) ? 'different' : 'missing'}`);
  for (const what of actual.keys())
    if (!expected.has(what)) found.push(`${what} is of none of them`);
  return found;
}
