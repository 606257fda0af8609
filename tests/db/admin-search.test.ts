import { beforeAll, describe, expect, test } from 'vitest';
import { callByName } from './support/actors.ts';
import { caller, id, worldOfFile } from './support/world.ts';

const db = await worldOfFile();
beforeAll(async () => {
  await db.sql(`update public.artists set name = 'Íñigo Muñoz', city = 'Łódź' where id = $1`, [
    id('A1'),
  ]);
  await db.sql(`update public.murals set title = 'Muñoz 100% by the Łódź', city = 'Łódź'
    where id = (select m.id from public.murals m order by m.id limit 1)`);
  await db.sql(`insert into public.cities (city_name, state) values ('Łódź am Muñoz', 'TX')`);
  await db.sql(`update public.lead_records set city = 'Łódź', project_description = 'Die Straße nach Łódź, von Muñoz'
    where id = (select l.id from public.lead_records l order by l.id limit 1)`);
  await db.sql(`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"name": "Muñoz Łódź"}'
    where id in (select r.user_id from public.user_roles r where r.role = 'client')`);
  await db.sql(
    `insert into public.reviews (artist_id, rating, body, author_name, author_town)
    values ($1, 5, 'A wall that the whole street talks about.', 'Muñoz', 'Łódź')`,
    [id('A1')],
  );
  await db.sql(`select private.audit('note.test', null, '{"name": "Muñoz, Łódź"}')`);
});

const found = async (name: string, search: string) => {
  const page = await callByName<{ total: number } | unknown[]>(db, caller('admin'), name, {
    search,
  });
  return Array.isArray(page) ? page.length : page.total;
};

describe('an admin finds without accents, and with others', () => {
  test.each([
    'admin_list_requests',
    'admin_list_users',
    'admin_list_artists',
    'admin_list_murals',
    'admin_list_cities',
    'admin_list_reviews',
    'admin_list_audit',
    'admin_find_artists',
  ])('%s', async (name) => {
    for (const search of ['lodz', 'LODZ', 'Łódź', 'Lo\u0301dz\u0301', 'munoz', 'MUÑOZ', ' Munoz '])
      expect(await found(name, search), search).toBeGreaterThan(0);
    for (const search of ['l%dz', 'm_noz', 'lodzz']) expect(await found(name, search)).toBe(0);
  });

  test('signs of patterns and letters of two are found as they are', async () => {
    expect(await found('admin_list_murals', '100%')).toBe(1);
    expect(await found('admin_list_requests', 'strasse')).toBe(1);
  });
});

test('no list compares what people write with its accents', async () => {
  const rows = await db.sql<{ name: string; column: string }>(`
    select p.proname as name, m[1] as column from pg_proc p,
      regexp_matches(p.prosrc, '([a-z]+\\.[a-z_]+) ilike', 'g') m
    where p.pronamespace = 'private'::regnamespace order by 1, 2`);
  const plain = /\.(email|slug|state|reference|action|address|page)$/;
  expect(rows.filter(({ column }) => !plain.test(column))).toEqual([]);
});
