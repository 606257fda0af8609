import { beforeAll, expect, test } from 'vitest';
import { call } from '../support/actors.ts';
import { type Actor, caller, id, worldOfFile } from '../support/world.ts';

const db = await worldOfFile();
beforeAll(async () => {
  await db.sql('delete from private.site_changes');
});

const isUp = async (who: Actor) =>
  (await call<{ up: boolean }>(db, caller(who), 'select public.my_page_is_up() as up'))[0]?.up;

test('a page is up while it is public and nothing of it waits, and only for its artist', async () => {
  expect(await isUp('artist2')).toBe(true);
  // Private, and none at all.
  for (const who of ['artist', 'newcomer', 'client', 'admin'] as const)
    expect(await isUp(who), who).toBe(false);
  await db.sql(`update public.artists set bio = 'I paint walls.' where id = $1`, [id('A2')]);
  expect(await isUp('artist2')).toBe(false);
  await db.sql('delete from private.site_changes');
  expect(await isUp('artist2')).toBe(true);
  await db.sql(`update public.artists set bio = 'I paint too.' where id = $1`, [id('A3')]);
  expect(await isUp('artist2')).toBe(true);
});
