import { beforeEach, describe, expect, test } from 'vitest';
import { call, work } from './support/actors.ts';
import { setting, valuesIn } from './support/read.ts';
import { type Actor, caller, id, worldOfFile } from './support/world.ts';

const db = await worldOfFile();
beforeEach(() => db.sql('delete from private.artist_views'));

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CUBOT = 'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG 9) AppleWebKit/537.36 Chrome/138.0';

interface Look {
  page?: string;
  slug?: string;
  by?: Actor;
  headers?: Record<string, string>;
}
const look = ({ page = 'artist', slug = 'a2', by = 'anon', headers = {} }: Look = {}) =>
  call<{ answer: null }>(
    db,
    { ...caller(by), headers: { 'user-agent': FIREFOX, ...headers } },
    'select public.count_view($1, $2)::text as answer',
    [page, slug],
  );
/** Whose page was looked at how often. */
const counted = () =>
  valuesIn<string>(
    db,
    `select concat_ws(' ', a.name, views)
     from private.artist_views v join public.artists a on a.id = v.artist_id order by 1`,
  );

test('a page counts for its artist, by day', async () => {
  await look();
  await look({ by: 'client' });
  await look({ headers: { 'user-agent': CUBOT } });
  expect(await counted()).toEqual(['A2 3']);
  await setting(db, 'clock_offset_seconds', '86400');
  await look();
  expect(await db.sql('select distinct day from private.artist_views')).toHaveLength(2);
  await setting(db, 'clock_offset_seconds', '0');
});

describe('nothing is counted, and the answer is the same,', () => {
  const UA = 'user-agent';
  test.each<[string, Look]>([
    ['for an artist of that name who is not', { slug: 'nobody' }],
    ['for a page that nobody may see', { slug: 'a1' }],
    ['for another kind of page', { page: 'city', slug: 'a2' }],
    ['for no page', { page: null as unknown as string }],
    ['for the owner', { by: 'artist2' }],
    ['for an admin', { by: 'admin' }],
    ['for who sends Global Privacy Control', { headers: { 'sec-gpc': '1' } }],
    ['for who sends Do Not Track', { headers: { dnt: '1' } }],
    ['for a crawler', { headers: { [UA]: 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }],
    ['for a headless browser', { headers: { [UA]: `${FIREFOX} HeadlessChrome/138.0` } }],
    ['for a preview', { headers: { [UA]: 'Mozilla/5.0 facebookexternalhit/1.1' } }],
    ['for a program', { headers: { [UA]: 'curl/8.9' } }],
    ['for who does not say what it is', { headers: { [UA]: '' } }],
  ])('%s', async (_, what) => {
    expect(await look(what)).toEqual([{ answer: null }]);
    expect(await counted()).toEqual([]);
  });
});

test('a flood ends at the limits, for one artist and for all', async () => {
  await db.sql('delete from private.rate_counters');
  await setting(db, 'view_artist_limit', '3');
  for (let n = 0; n < 5; n++) expect(await look()).toEqual([{ answer: null }]);
  expect(await counted()).toEqual(['A2 3']);
  await look({ slug: 'a3' });
  expect(await counted()).toEqual(['A2 3', 'A3 1']);
  await setting(db, 'view_limit', '0');
  await look({ slug: 'a3' });
  expect(await counted()).toEqual(['A2 3', 'A3 1']);
  await db.sql(`delete from private.settings where key like 'view%'`);
  await db.sql('delete from private.rate_counters');
});

test('what is kept names nobody: no address, no browser, no account', async () => {
  await db.sql('delete from private.rate_counters');
  await look({ by: 'client', headers: { 'cf-connecting-ip': '203.0.113.9' } });
  await look({ by: 'client2', headers: { 'cf-connecting-ip': '203.0.113.10' } });
  const columns = await db.sql<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'private.artist_views'::regclass and attnum > 0`,
  );
  expect(columns.map(({ name }) => name)).toEqual(['artist_id', 'day', 'views']);
  const counters = await db.sql<{ bucket: string }>('select bucket from private.rate_counters');
  expect(new Set(counters.map(({ bucket }) => bucket.split(':')[0]))).toEqual(
    new Set(['view', 'view_artist']),
  );
  // One of the artist, whoever looked.
  expect(counters.filter(({ bucket }) => bucket.startsWith('view_artist'))).toHaveLength(1);
});

test('the worker forgets what is older than 13 months', async () => {
  await db.sql(
    `insert into private.artist_views (artist_id, day)
     select $1, current_date - n from unnest(array[30, 399, 402]) n`,
    [id('A2')],
  );
  await work(db, 1);
  const left = await db.sql<{ age: number }>(
    'select current_date - day as age from private.artist_views order by 1',
  );
  expect(left.map(({ age }) => age)).toEqual([30, 399]);
});
