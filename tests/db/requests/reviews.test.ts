import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import type { ReviewValues } from '#features/requests/reviews/review.ts';
import { MESSAGES } from '#lib/errors.ts';
import { REVIEW_CASES, reviewCase } from '../../support/cases/review-cases.ts';
import {
  answered,
  become,
  call,
  refusal,
  refusedIn,
  scratch,
  scratchTests,
} from '../support/actors.ts';
import { daysLater, valuesIn } from '../support/read.ts';
import { type Actor, caller, id, worldOfFile } from '../support/world.ts';

/** What clients say of painted walls: its rules, who is told, and the ratings that follow. L2 of client2 is painted by A1. */
const db = await worldOfFile({ review_first_looks: '0', wall_settle_days: '0' });
const it = scratchTests(db);
beforeAll(async () => {
  await db.sql('update public.lead_assignments set accepted_at = now() where lead_id = $1', [
    id('L2'),
  ]);
});

interface Answer {
  id: string;
  replayed: boolean;
  rating: number;
  body: string;
  author_name: string | null;
  author_town: string | null;
  reply: string | null;
  hidden_reason: string | null;
  editable: boolean;
}

const as = <T = Answer>(tx: Queryable, who: Actor, text: string, params: unknown[] = []) =>
  answered<T>(tx, caller(who), text, params);

/** Reviews A1 for L2, as the client of it. */
function review(tx: Queryable, change: Partial<ReviewValues> = {}) {
  const { rating, body, name, town } = reviewCase(change);
  return as(tx, 'client2', `public.submit_review($1, $2, $3, $4, null, $5, $6)`, [
    id('L2'),
    id('A1'),
    rating,
    body,
    name,
    town,
  ]);
}

const edit = (tx: Queryable, review: string, body: string) =>
  as(tx, 'client2', `public.edit_review($1, 2, $2, 'Ana', '')`, [review, body]);
const reply = (tx: Queryable, review: string, body: string) =>
  as(tx, 'artist', `public.reply_to_review($1, $2)`, [review, body]);
const hide = (tx: Queryable, review: string, reason: string) =>
  as<null>(tx, 'admin', `public.hide_review($1, $2)`, [review, reason]);

async function rating(tx: Queryable, artist: string) {
  const [row] = await tx.sql<{ average: string; reviews: number }>(
    'select average_rating::text as average, review_count as reviews from public.artists where id = $1',
    [artist],
  );
  return row;
}

const told = (tx: Queryable, who: Actor) =>
  valuesIn<string>(
    tx,
    `select kind from public.notices where user_id = $1 and kind like '%review%' or user_id = $1 and kind = 'request_replied' order by created_at, kind`,
    [id(who)],
  );

test.each(REVIEW_CASES)('the rules of the form, case %#', (change, code) =>
  scratch(db, async (tx) => {
    if (!code) return expect(await review(tx, change)).toMatchObject({ replayed: false });
    expect(await refusal(review(tx, change))).toMatchObject({
      code,
      message: MESSAGES[code],
      status: 422,
    });
  }),
);

describe('a review', () => {
  it('of a proven client whose artist agrees is public at once, counts in the same transaction, and is told', async (tx) => {
    expect(await rating(tx, id('A1'))).toEqual({ average: '4.0', reviews: 1 });
    const { id: made } = await review(tx, { rating: 5 });
    expect(await rating(tx, id('A1'))).toEqual({ average: '4.5', reviews: 2 });
    expect(await told(tx, 'artist')).toEqual(['lead_reviewed']);
    await tx.sql('update public.artists set public_visible = true where id = $1', [id('A1')]);
    const shown = await (async () => {
      await become(tx, { role: 'anon' });
      return tx.sql<Record<string, unknown>>(
        'select id, rating, author_name, author_town, reply from public.reviews where artist_id = $1 order by created_at desc',
        [id('A1')],
      );
    })();
    expect(shown.find((row) => row.id === made)).toEqual({
      id: made,
      rating: 5,
      author_name: 'Ana',
      author_town: 'San Antonio',
      reply: null,
    });
  });

  it('is written once for each artist of a request; an answer that was lost comes again', async (tx) => {
    const first = await review(tx);
    expect(await review(tx)).toMatchObject({ id: first.id, replayed: true });
    expect(await refusedIn(tx, () => review(tx, { rating: 1 }))).toBe('review_exists');
    expect(await told(tx, 'artist')).toEqual(['lead_reviewed']);
  });

  test('is signed with first name and city of the request, unless its author says otherwise', async () => {
    await scratch(db, async (tx) => {
      await tx.sql(`update public.lead_contacts set name = 'Ana María Peña' where lead_id = $1`, [
        id('L2'),
      ]);
      await tx.sql(`update public.lead_records set city = 'Boerne' where id = $1`, [id('L2')]);
      expect(
        await as(tx, 'client2', `public.submit_review($1, $2, 5, 'The whole street stops.')`, [
          id('L2'),
          id('A1'),
        ]),
      ).toMatchObject({ author_name: 'Ana', author_town: 'Boerne' });
    });
    await scratch(db, async (tx) => {
      expect(await review(tx, { name: '', town: ' ' })).toMatchObject({
        author_name: null,
        author_town: null,
      });
    });
  });

  test('is not for who has not had a wall painted, nor about oneself', async () => {
    await scratch(db, async (tx) => {
      await tx.sql(`update public.lead_assignments set state = 'accepted' where lead_id = $1`, [
        id('L2'),
      ]);
      expect(await refusedIn(tx, () => review(tx))).toBe('review_too_early');
    });
    for (const own of [
      `update public.lead_contacts set email = 'a1+me@EXAMPLE.com' where lead_id = $1`,
      `update public.artists set user_id = (select created_by_user from public.lead_records where id = $1) where id = '${id('A1')}'`,
    ])
      await scratch(db, async (tx) => {
        await tx.sql(own, [id('L2')]);
        expect(await refusedIn(tx, () => review(tx))).toBe('not_allowed');
      });
  });

  it('can be changed for 14 days, and the rating with it', async (tx) => {
    const { id: made } = await review(tx, { rating: 5 });
    await daysLater(tx, 13.9);
    expect(await edit(tx, made, 'The coating came off again.')).toMatchObject({
      rating: 2,
      body: 'The coating came off again.',
      editable: true,
    });
    expect(await rating(tx, id('A1'))).toEqual({ average: '3.0', reviews: 2 });
    await daysLater(tx, 14.1);
    expect(await refusedIn(tx, () => edit(tx, made, 'Something else entirely.'))).toBe(
      'review_final',
    );
  });

  it('gets one reply, which its author is told of once and the artist can change for 14 days', async (tx) => {
    const { id: made } = await review(tx);
    await daysLater(tx, 100);
    expect(await reply(tx, made, ' Thank you. ')).toMatchObject({
      reply: 'Thank you.',
      editable: true,
    });
    await daysLater(tx, 113);
    await reply(tx, made, 'Thank you, Ana.');
    expect(await told(tx, 'client2')).toEqual(['request_replied']);
    await daysLater(tx, 115);
    expect(await reply(tx, made, 'Thank you, Ana.')).toMatchObject({ editable: false });
    expect(await refusedIn(tx, () => reply(tx, made, 'Never mind.'))).toBe('review_final');
    expect(await refusedIn(tx, () => reply(tx, made, ' '))).toBe('reply_required');
    expect(await refusedIn(tx, () => reply(tx, made, 'x'.repeat(2001)))).toBe('reply_too_long');
  });

  it('that is hidden counts no more, says why to both sides, and can be shown again', async (tx) => {
    const { id: made } = await review(tx, { rating: 1 });
    expect(await refusedIn(tx, () => hide(tx, made, ' '))).toBe('reason_required');
    expect(await refusedIn(tx, () => hide(tx, made, 'x'.repeat(501)))).toBe('reason_too_long');
    await hide(tx, made, 'It names a third person.');
    await hide(tx, made, 'It names a third person.');
    expect(await rating(tx, id('A1'))).toEqual({ average: '4.0', reviews: 1 });
    expect(await told(tx, 'artist')).toEqual(['lead_review_hidden', 'lead_reviewed']);
    expect(await told(tx, 'client2')).toEqual(['request_review_hidden']);
    for (const who of ['client2', 'artist'] as const)
      expect(
        await as(tx, who, 'public.conversation_review($1, $2)', [id('L2'), id('A1')]),
      ).toMatchObject({ review: { hidden_reason: 'It names a third person.' } });
    await as<null>(tx, 'admin', 'public.show_review($1)', [made]);
    expect(await rating(tx, id('A1'))).toEqual({ average: '2.5', reviews: 2 });
    expect(
      await tx.sql(`select action from private.audit_log where action like 'review.%' order by id`),
    ).toEqual([{ action: 'review.hidden' }, { action: 'review.shown' }]);
  });

  it('stays without a name when its request is erased', async (tx) => {
    const { id: made } = await review(tx);
    await tx.sql('delete from auth.users where id = $1', [id('client2')]);
    expect(
      await tx.sql('select author_name, rating from public.reviews where id = $1', [made]),
    ).toEqual([{ author_name: null, rating: 5 }]);
    // Nobody has its link any more.
    expect(await refusedIn(tx, () => edit(tx, made, 'Something else entirely.'))).toBe(
      'not_allowed',
    );
    expect(await reply(tx, made, 'Thank you.')).toMatchObject({ reply: 'Thank you.' });
  });
});

it('pages are told of what they show of a review, and of nothing else', async (tx) => {
  const { id: made } = await review(tx);
  await hide(tx, made, 'It names a third person.');
  await as<null>(tx, 'admin', 'public.show_review($1)', [made]);
  await tx.sql('delete from public.reviews where id = $1', [made]);
  const rows = await tx.sql<{ op: string; old: object | null; new: object | null }>(
    `select op, old, new from private.site_changes where table_name = 'reviews' and coalesce(new, old) ->> 'id' = $1 order by id`,
    [made],
  );
  // It is stored first, and then counts.
  expect(rows.map(({ op }) => op)).toEqual(['UPDATE', 'UPDATE', 'UPDATE', 'DELETE']);
  for (const { old, new: now } of rows)
    for (const row of [old, now])
      for (const kept of ['lead_id', 'hidden_reason', 'hidden_by'])
        expect(row ?? {}).not.toHaveProperty(kept);
  expect(rows[1]?.new).toMatchObject({ public_visible: false });
});

test('reviews at the same instant all count', async () => {
  const artist = randomUUID();
  await db.sql(`insert into public.artists (id, name, slug) values ($1, 'Busy', 'busy')`, [artist]);
  const ratings = Array.from({ length: 40 }, (_, n) => 1 + (n % 5));
  await Promise.all(
    ratings.map((stars) =>
      call(
        db,
        { role: 'postgres' },
        `insert into public.reviews (artist_id, rating, body) values ($1, $2, 'The whole street stops.')`,
        [artist, stars],
      ),
    ),
  );
  expect(await rating(db, artist)).toEqual({ average: '3.0', reviews: 40 });
  await db.sql('delete from public.reviews where artist_id = $1', [artist]);
  expect(await rating(db, artist)).toEqual({ average: '0.0', reviews: 0 });
});
