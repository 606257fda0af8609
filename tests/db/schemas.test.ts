import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { openPglite } from '#embedded/database/pglite.ts';
import { withScratch } from '#embedded/database/scratch.ts';
import { type Database, openPostgres } from '#embedded/index.ts';
import { ROOT } from '#node/root.ts';
import { BASELINE, baselineText } from '../../scripts/lib/schemas.ts';

const server = inject('databaseServer');
const FOLDER = path.join(ROOT, 'supabase/schemas');
const files = readdirSync(FOLDER).sort();
const textOf = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

async function onEngine(engine: string, run: (db: Database) => Promise<void>): Promise<void> {
  const db = await (engine === 'pglite' ? openPglite(null) : openPostgres(`${server}postgres`));
  await run(db).finally(() => db.close());
}
const usual = server === null ? 'pglite' : 'native';

test('the baseline is what the schemas say', async () => {
  expect(await readdir(path.join(ROOT, 'supabase/migrations'))).toEqual([path.basename(BASELINE)]);
  expect(await readFile(path.join(ROOT, BASELINE), 'utf8')).toBe(await baselineText());
});

// They are applied without a look into functions, so that those of a concept stand together.
test('every function can be made with all there is', () =>
  onEngine(usual, async (db) => {
    await withScratch(db, [await baselineText()], async (made) => {
      const functions = await made.sql<{ text: string }>(
        "select pg_get_functiondef(p.oid) as text from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)",
      );
      await made.script('set check_function_bodies = on');
      for (const { text } of functions) await made.script(text);
      await expect(
        made.script('create function private.x() returns int language sql return private.none()'),
      ).rejects.toThrow();
    });
  }));

// A database of one's own has no role of that name, or one that its migrations do not run as.
test('no migration names the owner of what it makes', async () => {
  expect(await baselineText()).not.toMatch(/ (owner to|to "?postgres|from "?postgres)/i);
});

test('everything is defined once, in files of one concept', () => {
  const names = files.flatMap((file) =>
    [
      ...textOf(file).matchAll(
        /^create (?:function|table|view|type|(?:constraint )?trigger|policy|(?:unique )?index) [^\n]*/gm,
      ),
    ].map(([line]) => line),
  );
  expect(names.length).toBeGreaterThan(900);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(files.filter((file) => textOf(file).split('\n').length > 401)).toEqual([]);
  expect(
    files.filter((file) => /^(alter table \S+ add|create or replace|drop )/im.test(textOf(file))),
  ).toEqual([]);
});
