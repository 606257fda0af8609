import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { work } from '../support/actors.ts';
import { factsOf, recount } from '../support/facts.ts';
import { daysLater } from '../support/read.ts';
import { id, worldOfFile } from '../support/world.ts';

const db = await worldOfFile();
beforeEach(async () => {
  await later(0);
  await db.sql('delete from public.lead_assignments');
  await db.sql('delete from private.site_changes');
});

const A2 = id('A2');
const NOTHING = { answer_hours: null, walls_painted: 0, replied_count: null, asked_count: null };
const later = (days: number) => daysLater(db, days);
const published = async () =>
  (await db.sql(`select 1 from private.site_changes where new ->> 'id' = $1`, [A2])).length;

interface Request {
  /** How long ago it came, and how long the artist took to answer; null for never. */
  daysAgo?: number;
  hours?: number | null;
  state?: string;
  artist?: string;
}
/** A request that the artist has had for some days. */
async function had({ daysAgo = 30, hours = null, state, artist = A2 }: Request): Promise<string> {
  const lead = randomUUID();
  await db.sql(
    `insert into public.lead_records (id, kind, city, project_description) values ($1, 'consultation', 'Austin', 'A wall to paint')`,
    [lead],
  );
  await db.sql(
    `insert into public.lead_assignments (lead_id, artist_id, created_at, updated_at, answered_at, state)
     values ($1, $2, now() - make_interval(days => $3), now(), now() - make_interval(days => $3) + $4 * interval '1 hour', $5)`,
    [lead, artist, daysAgo, hours, state ?? (hours === null ? 'expired' : 'talking')],
  );
  return lead;
}
async function several(all: readonly Request[]): Promise<void> {
  for (const one of all) await had(one);
}
const answered = (...hours: number[]) => several(hours.map((one) => ({ hours: one })));

describe('what is counted of an artist', () => {
  test.each([
    ['the median of five', [0.5, 0.5, 3.9, 50, 60], 4],
    ['between the two in the middle', [1, 1, 7, 9, 80, 90], 8],
    ['to the second', [1, 1, 1, 1, 1], 1],
    ['and not a second longer', [1.001, 1.001, 1.001, 1.001, 1.001], 4],
    ['three days at most', [72.1, 72.1, 72.1, 1, 1], null],
    ['not of four', [1, 1, 1, 1], null],
  ])('the time to an answer is %s', async (_, hours, bucket) => {
    await answered(...hours);
    expect((await factsOf(db, A2))?.answer_hours).toBe(bucket);
    expect(await factsOf(db, A2)).toEqual(await recount(db, A2));
  });

  test('an answer that was brought in counts as a reply, and for no time', async () => {
    await several(Array.from({ length: 5 }, () => ({ hours: 0 })));
    expect(await factsOf(db, A2)).toEqual({ ...NOTHING, replied_count: 5, asked_count: 5 });
    const lead = await had({ hours: null, state: 'sent' });
    await db.sql('delete from public.lead_assignments where lead_id = $1', [lead]);
    await db.sql(
      `insert into public.lead_assignments (lead_id, artist_id, status, created_at) values ($1, $2, 'in_review', now() - interval '2 days')`,
      [lead, A2],
    );
    expect(await factsOf(db, A2)).toEqual({ ...NOTHING, replied_count: 6, asked_count: 6 });
  });

  test('replies: of the last 20 requests, silence for 7 days among them', async () => {
    await several([
      ...Array.from({ length: 12 }, () => ({ daysAgo: 60 })),
      ...Array.from({ length: 14 }, (_, n) => ({ daysAgo: 20 + n, hours: 2 })),
      { daysAgo: 3, state: 'seen' },
      { daysAgo: 3, state: 'withdrawn' },
      { daysAgo: 9, state: 'declined', hours: 30 },
    ]);
    expect(await factsOf(db, A2)).toEqual({
      answer_hours: 4,
      walls_painted: 0,
      replied_count: 15,
      asked_count: 20,
    });
    expect(await factsOf(db, A2)).toEqual(await recount(db, A2));
  });

  test('whoever was passed over within 7 days is not blamed', async () => {
    await answered(2, 2, 2, 2, 2);
    const lead = await had({ daysAgo: 6, state: 'passed' });
    await later(30);
    await db.sql('select private.count_facts(array[$1]::uuid[])', [A2]);
    expect((await factsOf(db, A2))?.asked_count).toBe(5);
    await db.sql(`update public.lead_assignments set state = 'seen' where lead_id = $1`, [lead]);
    expect((await factsOf(db, A2))?.asked_count).toBe(6);
  });
});

describe('by the clock alone', () => {
  test('a wall counts when both agree, or after 14 days without a word', async () => {
    const [first, second] = [await had({ hours: 1 }), await had({ hours: 1 })];
    await db.sql(
      `update public.lead_assignments set state = 'completed', completed_by = 'artist', completed_at = now() where lead_id = any ($1)`,
      [[first, second]],
    );
    expect(await factsOf(db, A2)).toEqual(NOTHING);
    await db.sql('update public.lead_assignments set confirmed_at = now() where lead_id = $1', [
      first,
    ]);
    expect((await factsOf(db, A2))?.walls_painted).toBe(1);
    await later(13.9);
    await work(db, 1);
    expect((await factsOf(db, A2))?.walls_painted).toBe(1);
    await later(14.1);
    await work(db, 1);
    expect((await factsOf(db, A2))?.walls_painted).toBe(2);
    await db.sql('delete from public.lead_records where id = $1', [first]);
    expect((await factsOf(db, A2))?.walls_painted).toBe(1);
  });

  test('silence counts after 7 days, and nothing is written until then', async () => {
    await answered(1, 1, 1, 1, 1);
    await had({ daysAgo: 0, state: 'sent' });
    await db.sql('delete from private.site_changes');
    await work(db, 1);
    expect(await published()).toBe(0);
    await later(7.1);
    await work(db, 1);
    expect(await factsOf(db, A2)).toEqual({
      answer_hours: 1,
      walls_painted: 0,
      replied_count: 5,
      asked_count: 6,
    });
    expect(await published()).toBe(1);
    await work(db, 1);
    expect(await published()).toBe(1);
  });
});

describe('the count at the end of a transaction', () => {
  const noted = async (tx: Queryable) => {
    const [row] = await tx.sql<{ artists: string | null }>(
      `select nullif(current_setting('app.counted_artists', true), '') as artists`,
    );
    return row?.artists?.split(',') ?? [];
  };

  test('is of all that has changed, also where the first change was taken back', async () => {
    const [A1, lead] = [id('A1'), await had({ state: 'sent' })];
    await several([{ hours: 1, artist: A1 }, ...Array.from({ length: 4 }, () => ({ hours: 1 }))]);
    await db.transaction(async (tx) => {
      await tx.sql('savepoint before');
      await tx.sql('delete from public.lead_assignments where artist_id = $1', [A1]);
      await tx.sql('rollback to before');
      await tx.sql(
        `update public.lead_assignments set state = 'talking', answered_at = created_at + interval '1 hour' where lead_id = $1`,
        [lead],
      );
      expect(await noted(tx)).toEqual([A2]);
    });
    expect(await noted(db)).toEqual([]);
    expect(await factsOf(db, A2)).toMatchObject({ answer_hours: 1, replied_count: 5 });
  });

  test('does not come for a request that was only opened', async () => {
    const lead = await had({ state: 'sent' });
    await db.transaction(async (tx) => {
      await tx.sql(
        `update public.lead_assignments set state = 'seen', seen_at = now() where lead_id = $1`,
        [lead],
      );
      expect(await noted(tx)).toEqual([]);
    });
  });
});
