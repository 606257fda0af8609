import { beforeAll, beforeEach, expect, test } from 'vitest';
import { publishingData } from '#publish/process/publishing-data.ts';
import { backendOfFile } from '#tests/support/backend.ts';

/** What the servers of one site tell each other by the database: who publishes, and which files are new. */
const db = await backendOfFile();
let data: ReturnType<typeof publishingData>;
beforeAll(async () => {
  data = publishingData(db.url, db.keys.secretKey);
});
beforeEach(async () => {
  await db.sql('delete from private.leases');
  await db.sql('delete from private.site_log');
});

const take = (holder: string, seconds = 9) => data.takeLease('publish', holder, seconds);
const ended = () => db.sql(`update private.leases set until = now() - interval '1 ms'`);

test('one server has the lease, renews it, and the next gets it when it has ended', async () => {
  expect(await take('a')).toBe('a');
  expect(await take('b')).toBe('a');
  expect(await take('a')).toBe('a');
  await ended();
  expect(await take('b')).toBe('b');
  expect(await take('a')).toBe('b');
});

test('a lease that is given up is free, and nobody gives up that of another', async () => {
  await take('a');
  await data.endLease('publish', 'b');
  expect(await take('b')).toBe('a');
  await data.endLease('publish', 'a');
  expect(await take('b')).toBe('b');
});

test('of many who ask at once, one gets it', async () => {
  const holders = await Promise.all(Array.from({ length: 20 }, (_, n) => take(`server ${n}`)));
  expect(new Set(holders).size).toBe(1);
});

test('a lease is long enough and not for ever, whatever is asked for', async () => {
  for (const [seconds, most] of [
    [0, 1],
    [-5, 1],
    [86_400, 600],
  ] as const) {
    await ended();
    await take('a', seconds);
    const [row] = await db.sql<{ left: number }>(
      'select extract(epoch from until - now())::float as left from private.leases',
    );
    expect(row?.left).toBeGreaterThan(0);
    expect(row?.left).toBeLessThanOrEqual(most + 1);
  }
});

test('those who follow get each file that was noted after what they know, once', async () => {
  await take('a');
  expect(await data.readSiteLog(null)).toEqual({ last: null, known: false, files: [] });
  await data.noteSiteFiles('a', ['index.html']);
  const { last } = await data.readSiteLog(null);
  await data.noteSiteFiles('a', ['artist/x.html', 'index.html']);
  await data.noteSiteFiles('a', ['artist/x.html']);
  const news = await data.readSiteLog(last);
  expect(news.known).toBe(true);
  expect(news.files.toSorted()).toEqual(['artist/x.html', 'index.html']);
  expect(await data.readSiteLog(news.last)).toEqual({ ...news, files: [] });
});

test('nothing is noted by a server that leads no more', async () => {
  await take('a');
  expect(await data.noteSiteFiles('a', ['index.html'])).toBe(true);
  await ended();
  await take('b');
  expect(await data.noteSiteFiles('a', ['late.html'])).toBe(false);
  expect((await data.readSiteLog(null)).files).toEqual([]);
  const [row] = await db.sql<{ n: number }>('select count(*)::int as n from private.site_log');
  expect(row?.n).toBe(1);
});

test('an hour is kept, and the last entry always, so that who knows more than that is told so', async () => {
  await take('a');
  await data.noteSiteFiles('a', ['old.html']);
  const { last: old } = await data.readSiteLog(null);
  await db.sql(`update private.site_log set written_at = now() - interval '2 hours'`);
  expect((await data.readSiteLog(old)).known).toBe(true);
  await data.noteSiteFiles('a', ['new.html']);
  await data.noteSiteFiles('a', ['newer.html']);
  expect(await data.readSiteLog(old)).toMatchObject({ known: false });
});
