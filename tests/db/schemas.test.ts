import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { withScratch } from '#embedded/catalog/scratch.ts';
import { type Database, openPostgres } from '#embedded/index.ts';
import { openPglite } from '#embedded/pglite.ts';
import { ROOT } from '#node/root.ts';
import { differing, madeBy, sqlIn } from '../../scripts/lib/schemas.ts';

const server = inject('databaseServer');
const FOLDER = path.join(ROOT, 'supabase/schemas');
const files = readdirSync(FOLDER).sort();
const textOf = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

async function onEngine(engine: string, run: (db: Database) => Promise<void>): Promise<void> {
  const db = await (engine === 'pglite' ? openPglite(null) : openPostgres(`${server}postgres`));
  await run(db).finally(() => db.close());
}
const usual = server === null ? 'pglite' : 'native';

async function makeTheSame(db: Database): Promise<void> {
  const [migrations, schemas] = [await sqlIn('migrations'), await sqlIn('schemas')];
  const made = await madeBy(db, migrations);
  expect(made.objects.size).toBeGreaterThan(3000);
  expect(differing(made, await madeBy(db, schemas))).toEqual([]);
}

test('migrations and schemas make the same', () => onEngine(usual, makeTheSame));

test.skipIf(server === null)(
  'migrations and schemas make the same on PGlite',
  { tags: 'long', timeout: 300_000 },
  () => onEngine('pglite', makeTheSame),
);

test('a difference of an object, a comment, a type or a row is seen', () =>
  onEngine(usual, async (db) => {
    const schemas = await sqlIn('schemas');
    const changed = await madeBy(db, [
      ...schemas,
      `drop index public.artists_name_idx;
       comment on function private.clock() is 'Another.';
       alter type public.lead_kind add value 'visit';
       update private.error_codes set message = 'Another.' where code = 'invalid_input';
       update private.settings set value = 'of an operator' where key = 'pepper';`,
    ]);
    expect(differing(await madeBy(db, schemas), changed)).toEqual([
      'index public.artists_name_idx',
      'comment function private.clock()',
      'type lead_kind',
      'row invalid_input of private.error_codes',
    ]);
  }));

// They are applied without a look into functions, so that those of a concept stand together.
test('every function can be made with all there is', () =>
  onEngine(usual, async (db) => {
    await withScratch(db, await sqlIn('schemas'), async (made) => {
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
  for (const text of await sqlIn('migrations'))
    expect(text).not.toMatch(/ (owner to|to "?postgres|from "?postgres)/i);
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
