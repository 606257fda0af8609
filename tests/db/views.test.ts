import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, work } from './support/actors.ts';
import { type Actor, caller, id, upload, worldOfFile } from './support/world.ts';

const db = await worldOfFile();
const PICTURES = ['a', 'b', 'c'].map((file) =>
  upload('portfolio-images', 'artist2', `${file}.webp`),
);
beforeAll(async () => {
  await db.sql('update public.artists set portfolio_images = $1 where id = $2', [
    PICTURES,
    id('A2'),
  ]);
  await db.sql('update public.murals set gallery_images = $1 where id = $2', [
    PICTURES.slice(1, 2),
    id('M1'),
  ]);
});
beforeEach(() => db.sql('delete from private.artist_views'));

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CUBOT = 'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG 9) AppleWebKit/537.36 Chrome/138.0';

interface Look {
  page?: string;
  slug?: string;
  picture?: [place: number, of: number];
  by?: Actor;
  headers?: Record<string, string>;
}
const look = ({ page = 'artist', slug = 'a2', picture, by = 'anon', headers = {} }: Look = {}) =>
  call<{ answer: null }>(
    db,
    { ...caller(by), headers: { 'user-agent': FIREFOX, ...headers } },
    'select public.count_view($1, $2, $3, $4)::text as answer',
    [page, slug, picture?.[0] ?? null, picture?.[1] ?? null],
  );
/** Whose page, mural and picture was looked at how often. */
async function counted(): Promise<string[]> {
  const rows = await db.sql<{ line: string }>(
    `select concat_ws(' ', a.name, kind, coalesce(m.title, right(key, 6)), views) as line
     from private.artist_views v join public.artists a on a.id = v.artist_id
     left join public.murals m on m.id::text = v.key order by 1`,
  );
  return rows.map(({ line }) => line.replace(/ +/g, ' '));
}
const setting = (key: string, value: string) =>
  db.sql(
    'insert into private.settings values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, value],
  );

test('pages, murals and pictures count for their artist, by day', async () => {
  await look();
  await look({ by: 'client' });
  await look({ headers: { 'user-agent': CUBOT } });
  await look({ slug: 'm1', page: 'mural' });
  await look({ picture: [2, 3] });
  await look({ slug: 'm1', page: 'mural', picture: [0, 1] });
  expect(await counted()).toEqual([
    'A2 mural M1 1',
    'A2 page 3',
    'A2 picture b.webp 1',
    'A2 picture c.webp 1',
  ]);
  await setting('clock_offset_seconds', '86400');
  await look();
  expect(await db.sql('select distinct day from private.artist_views')).toHaveLength(2);
  await setting('clock_offset_seconds', '0');
});

describe('nothing is counted, and the answer is the same,', () => {
  const UA = 'user-agent';
  test.each<[string, Look]>([
    ['for an artist of that name who is not', { slug: 'nobody' }],
    ['for a page that nobody may see', { slug: 'a1' }],
    ['for a mural that nobody may see', { page: 'mural', slug: 'm2' }],
    ['for another kind of page', { page: 'city', slug: 'a2' }],
    ['for no page', { page: null as unknown as string }],
    ['for a picture after the last', { picture: [3, 3] }],
    ['for one before the first', { picture: [-1, 3] }],
    ['for a page that shows other pictures', { picture: [0, 2] }],
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
  await setting('view_artist_limit', '3');
  for (let n = 0; n < 5; n++) expect(await look()).toEqual([{ answer: null }]);
  expect(await counted()).toEqual(['A2 page 3']);
  await look({ slug: 'a3' });
  expect(await counted()).toEqual(['A2 page 3', 'A3 page 1']);
  await setting('view_limit', '0');
  await look({ slug: 'a3' });
  expect(await counted()).toEqual(['A2 page 3', 'A3 page 1']);
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
  expect(columns.map(({ name }) => name)).toEqual(['artist_id', 'day', 'kind', 'key', 'views']);
  const counters = await db.sql<{ bucket: string }>('select bucket from private.rate_counters');
  expect(new Set(counters.map(({ bucket }) => bucket.split(':')[0]))).toEqual(
    new Set(['view', 'view_artist']),
  );
  // One of the artist, whoever looked.
  expect(counters.filter(({ bucket }) => bucket.startsWith('view_artist'))).toHaveLength(1);
});

test('the worker forgets what is older than 13 months', async () => {
  await db.sql(
    `insert into private.artist_views (artist_id, day, kind, key)
     select $1, current_date - n, 'page', '' from unnest(array[30, 399, 402]) n`,
    [id('A2')],
  );
  await work(db, 1);
  const left = await db.sql<{ age: number }>(
    'select current_date - day as age from private.artist_views order by 1',
  );
  expect(left.map(({ age }) => age)).toEqual([30, 399]);
});
