import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import {
  answered,
  become,
  type Caller,
  refusedIn,
  scratch,
  scratchTests,
} from '../support/actors.ts';
import { ANON, form, give } from '../support/leads.ts';
import { provenToken } from '../support/proof.ts';
import { valueIn } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

/** What counts in public needs people who are proven, and both sides or time. A2 is the artist of most of it. */
const db = await worldOfFile({
  // No flood of the test's own making is held; what weighs who they come from is in trust-year.test.ts.
  ...{ lead_ip_limit: '100000', lead_total_limit: '100000' },
  ...{ review_first_looks: '0', wall_settle_days: '0' },
});
const it = scratchTests(db);
beforeAll(async () => {
  await db.sql('delete from public.reviews where artist_id = $1', [id('A2')]);
  await db.sql(`insert into private.mail_providers (domain) values ('example.com')`);
});

const ARTIST = caller('artist2');
const ADMIN = caller('admin');
const BODY = 'Exactly what we hoped for.';

const as = <T>(tx: Queryable, who: Caller, text: string, params: unknown[] = []) =>
  answered<T>(tx, who, text, params);

async function refused(tx: Queryable, work: () => Promise<unknown>): Promise<string> {
  const code = await refusedIn(tx, work);
  await become(tx, { role: 'postgres' });
  return code;
}

/** The end of a transaction, as far as counting goes. */
async function settle(tx: Queryable) {
  await tx.sql('set constraints all immediate');
  await tx.sql('set constraints all deferred');
}

async function daysPass(tx: Queryable, days: number) {
  await tx.sql(
    `insert into private.settings (key, value) values ('clock_offset_seconds', $1)
     on conflict (key) do update set value = ((settings.value)::int + $1::int)::text`,
    [String(days * 86_400)],
  );
  await tx.sql('select private.count_due_facts()');
}

interface Request {
  id: string;
  token: string;
}

/** A request to A2 by a guest with that address, or by an account. */
async function request(tx: Queryable, email: string, who: Caller = ANON): Promise<Request> {
  const lead = form({ email, mural_size: '20 x 10 ft' });
  const names = Object.keys(lead);
  const made = await as<Request>(
    tx,
    who,
    `public.submit_lead(${names.map((name, n) => `p_${name} => $${n + 1}`).join(', ')})`,
    Object.values(lead),
  );
  await give(tx, made.id, id('A2'));
  return made;
}

const opens = (tx: Queryable, { id: lead }: Request) =>
  tx.sql('select private.prove_request($1)', [lead]);

async function accepted(tx: Queryable, lead: Request, dollars = 2000, client = ANON) {
  const today = await valueIn<string>(tx, 'select private.today()::text as day');
  await as(
    tx,
    ARTIST,
    `public.send_proposal($1, $2, $2, $3::date + 5, 5, 'We start soon.', $3::date + 20, gen_random_uuid())`,
    [lead.id, dollars, today],
  );
  const [proposal] = await tx.sql<{ id: string }>(
    'select id from public.proposals where lead_id = $1',
    [lead.id],
  );
  await as(tx, client, 'public.accept_proposal($1, $2)', [
    proposal?.id,
    client === ANON ? lead.token : null,
  ]);
}

const completes = (tx: Queryable, lead: Request, by: Caller) =>
  as<string>(tx, by, 'public.complete_request($1, $2, $3)', [
    lead.id,
    id('A2'),
    by === ANON ? lead.token : null,
  ]);
const reviews = (tx: Queryable, lead: Request, rating: number, by: Caller = ANON) =>
  as<{ id: string; waits_for: string | null }>(tx, by, 'public.submit_review($1, $2, $3, $4, $5)', [
    lead.id,
    id('A2'),
    rating,
    BODY,
    by === ANON ? lead.token : null,
  ]);

/** What everybody sees of A2. */
async function shown(tx: Queryable) {
  await settle(tx);
  const [row] = await tx.sql<Record<string, unknown>>(
    `select average_rating::text as rating, review_count, walls_painted, answer_hours, replied_count, asked_count,
       (select count(*)::int from public.reviews r where r.artist_id = a.id and r.public_visible) as reviews,
       private.kinds_of_walls() as prices
     from public.artists a where id = $1`,
    [id('A2')],
  );
  return row;
}

/** A request that ends with a review which both sides stand for. */
async function honest(tx: Queryable, email: string, rating = 5): Promise<Request> {
  const lead = await request(tx, email);
  await opens(tx, lead);
  await accepted(tx, lead);
  await completes(tx, lead, ANON);
  await completes(tx, lead, ARTIST);
  await reviews(tx, lead, rating);
  return lead;
}

describe('a simulated year', () => {
  it('of one who asks themselves changes nothing that is public', async (tx) => {
    const before = await shown(tx);
    for (const [address, who] of [
      ['client@example.com', ARTIST],
      ['artist2+wall@example.com', ANON],
      ['a2@example.com', ANON],
    ] as const) {
      const lead = await request(tx, address, who);
      if (who === ANON) await opens(tx, lead);
      await accepted(tx, lead, 200_000, ANON);
      await completes(tx, lead, ARTIST);
      await daysPass(tx, 20);
      expect(await shown(tx)).toEqual(before);
    }
    const own = await as(tx, { role: 'postgres' }, '(private.artist_facts($1)).acceptance', [
      id('A2'),
    ]);
    expect(own).toBe(500);
  });

  it('of one with a single mailbox counts one person', async (tx) => {
    const before = await shown(tx);
    const first = await honest(tx, 'f.r.iend@gmail.com');
    expect(await shown(tx)).toMatchObject({ review_count: 1, walls_painted: 1 });
    for (const address of ['friend+2@gmail.com', 'Friend@gmail.com', 'fri.end+x@googlemail.com']) {
      const lead = await request(tx, address);
      await opens(tx, lead);
      await accepted(tx, lead);
      await completes(tx, lead, ANON);
      await completes(tx, lead, ARTIST);
      expect(await refused(tx, () => reviews(tx, lead, 5))).toBe('review_this_year');
      await daysPass(tx, 60);
    }
    expect(await shown(tx)).toMatchObject({
      review_count: 1,
      walls_painted: 1,
      asked_count: before?.asked_count,
      prices: [],
    });
    expect(first.id).not.toBe('');
    await daysPass(tx, 366);
    await honest(tx, 'friend@gmail.com', 3);
    expect(await shown(tx)).toMatchObject({ review_count: 2, walls_painted: 1 });
  });
});

describe('a review waits for', () => {
  it('the link of an email, whose opening makes it count', async (tx) => {
    const lead = await request(tx, 'rosa@example.com');
    await accepted(tx, lead);
    await completes(tx, lead, ARTIST);
    expect(await reviews(tx, lead, 5)).toMatchObject({ waits_for: 'proof' });
    expect(await shown(tx)).toMatchObject({ review_count: 0, walls_painted: 0 });
    await opens(tx, lead);
    expect(await shown(tx)).toMatchObject({ review_count: 1, rating: '5.0' });
  });

  it('the same for an account that was made with any address, without a mail server', async (tx) => {
    await tx.sql(`update auth.users set raw_app_meta_data = '{"unproven": true}' where id = $1`, [
      id('client'),
    ]);
    const client = caller('client');
    const lead = await request(tx, 'client@example.com', client);
    await accepted(tx, lead, 200_000, client);
    await completes(tx, lead, client);
    await completes(tx, lead, ARTIST);
    expect(await reviews(tx, lead, 5, client)).toMatchObject({ waits_for: 'proof' });
    await daysPass(tx, 30);
    expect(await shown(tx)).toMatchObject({ review_count: 0, walls_painted: 0, prices: [] });
  });

  test('the artist, or 14 days', async () => {
    for (const way of ['confirmed', 'silent'])
      await scratch(db, async (tx) => {
        const lead = await request(tx, 'rosa@example.com');
        await opens(tx, lead);
        await accepted(tx, lead);
        await completes(tx, lead, ANON);
        expect(await reviews(tx, lead, 4)).toMatchObject({ waits_for: 'artist' });
        await daysPass(tx, 13);
        expect(await shown(tx)).toMatchObject({ review_count: 0 });
        if (way === 'confirmed') await completes(tx, lead, ARTIST);
        else await daysPass(tx, 2);
        expect(await shown(tx)).toMatchObject({ review_count: 1, walls_painted: 1, rating: '4.0' });
      });
  });

  it('an admin where no proposal was accepted', async (tx) => {
    const lead = await request(tx, 'client@example.com', caller('client'));
    await as(tx, ARTIST, `public.set_lead_status($1, 'completed')`, [lead.id]);
    const review = await reviews(tx, lead, 5, caller('client'));
    expect(review).toMatchObject({ waits_for: 'admin' });
    await daysPass(tx, 30);
    expect(await shown(tx)).toMatchObject({ review_count: 0 });
    await as(tx, ADMIN, 'public.show_review($1)', [review.id]);
    expect(await shown(tx)).toMatchObject({ review_count: 1 });
  });
});

describe('by itself, once', () => {
  const weighed = (tx: Queryable) =>
    tx.sql(`delete from private.settings where key in ('review_first_looks', 'wall_settle_days')`);

  it('two days have passed since the acceptance, and an admin has looked at the first two', async (tx) => {
    await weighed(tx);
    await honest(tx, 'a@example.com');
    await honest(tx, 'b@example.com');
    const waits = async () =>
      (
        await tx.sql<{ id: string; waits: string | null }>(
          `select id, private.review_waits_for(r) as waits from public.reviews r where artist_id = $1 order by author_name, id`,
          [id('A2')],
        )
      ).map((row) => row);
    expect((await waits()).map((row) => row.waits)).toEqual(['days', 'days']);
    expect(await shown(tx)).toMatchObject({ review_count: 0, walls_painted: 0 });
    await daysPass(tx, 3);
    expect((await waits()).map((row) => row.waits)).toEqual(['admin', 'admin']);
    expect(await shown(tx)).toMatchObject({ review_count: 0, walls_painted: 2 });
    const needs = await as<{ reviews: { total: number } }>(tx, ADMIN, 'public.admin_needs()');
    expect(needs.reviews.total).toBeGreaterThanOrEqual(2);
    for (const { id: review } of await waits())
      await as(tx, ADMIN, 'public.show_review($1)', [review]);
    expect(await shown(tx)).toMatchObject({ review_count: 2 });
    await honest(tx, 'c@example.com');
    await daysPass(tx, 3);
    expect(await shown(tx)).toMatchObject({ review_count: 3 });
    // That an admin let it count takes no dispute from the artist.
    const [first] = await waits();
    expect(
      await as(tx, ARTIST, `public.dispute_review($1, 'We never met.')`, [first?.id]),
    ).toMatchObject({ waits_for: 'dispute' });
  });

  it('at most two come from one domain that is no mail provider', async (tx) => {
    for (const host of [
      'mine.com',
      'a.mine.com',
      'b.mine.com',
      'mine.com',
      'cafe.mx',
      'one.com.mx',
      'two.com.mx',
    ])
      await honest(tx, `${host}-${randomUUID().slice(0, 4)}@${host}`);
    expect(await shown(tx)).toMatchObject({ review_count: 5 });
    for (let n = 0; n < 3; n++) await honest(tx, `someone${n}@gmail.com`);
    expect(await shown(tx)).toMatchObject({ review_count: 8 });
  });
});

it('a corrected address has to be proven anew', async (tx) => {
  const lead = await request(tx, 'rosa@example.com');
  await opens(tx, lead);
  const proven = () => as(tx, { role: 'postgres' }, 'private.is_request_proven($1)', [lead.id]);
  expect(await proven()).toBe(true);
  const correct = (email: string, token = lead.token) =>
    as(tx, ANON, `public.correct_request_contact($1, 'Rosa', $2)`, [token, email]);
  expect(await refused(tx, () => correct('thief@example.com'))).toBe('proof_required');
  const mine = await provenToken(tx, lead.id, lead.token);
  await correct('rosa+wall@example.com', mine);
  expect(await proven()).toBe(true);
  await correct('victim@example.com', mine);
  expect(await proven()).toBe(false);
  // What was proven once is not changed by the link alone.
  expect(await refused(tx, () => correct('thief@example.com'))).toBe('proof_required');
});

it('an artist disputes a review in time, and an admin decides', async (tx) => {
  await honest(tx, 'a@example.com', 5);
  await honest(tx, 'b@example.com', 1);
  const [bad] = await tx.sql<{ id: string }>(
    'select id from public.reviews where artist_id = $1 and rating = 1',
    [id('A2')],
  );
  const dispute = (reason: string) =>
    as<object>(tx, ARTIST, 'public.dispute_review($1, $2)', [bad?.id, reason]);
  expect(await refused(tx, () => dispute(' '))).toBe('reason_required');
  expect(await dispute('We never met.')).toMatchObject({ waits_for: 'dispute' });
  expect(await shown(tx)).toMatchObject({ review_count: 1, rating: '5.0' });
  const listed = await as<{ rows: object[] }>(
    tx,
    ADMIN,
    `public.admin_list_reviews('', 'disputed')`,
  );
  expect(listed.rows).toMatchObject([
    { id: bad?.id, dispute_reason: 'We never met.', proven: true, same_sender: 0 },
  ]);
  await daysPass(tx, 40);
  expect(await shown(tx)).toMatchObject({ review_count: 1 });
  await as(tx, ADMIN, 'public.show_review($1)', [bad?.id]);
  expect(await shown(tx)).toMatchObject({ review_count: 2, rating: '3.0' });
  // It was looked at.
  expect(await refused(tx, () => dispute('Again.'))).toBe('dispute_too_late');
});

describe('an artist has 14 days for a dispute', () => {
  const only = (tx: Queryable) =>
    valueIn<string>(tx, 'select id from public.reviews where artist_id = $1', [id('A2')]);
  const disputes = async (tx: Queryable) =>
    as<object>(tx, ARTIST, `public.dispute_review($1, 'We never met.')`, [await only(tx)]);
  const edits = async (tx: Queryable, { token }: Request, rating: number) =>
    as(tx, ANON, `public.edit_review($1, $2, $3, 'Rosa', 'Seguin', $4)`, [
      await only(tx),
      rating,
      `${BODY} ${rating}`,
      token,
    ]);

  it('from when a review counts, however late its client proves who they are', async (tx) => {
    const lead = await request(tx, 'rosa@example.com');
    await accepted(tx, lead);
    await completes(tx, lead, ARTIST);
    await reviews(tx, lead, 1);
    await daysPass(tx, 30);
    await opens(tx, lead);
    expect(await shown(tx)).toMatchObject({ review_count: 1 });
    await daysPass(tx, 13);
    expect(await disputes(tx)).toMatchObject({ waits_for: 'dispute' });
    expect(await disputes(tx)).toMatchObject({ waits_for: 'dispute' });
    expect(await shown(tx)).toMatchObject({ review_count: 0 });
  });

  it('from when a review says something else', async (tx) => {
    const lead = await honest(tx, 'rosa@example.com', 5);
    await daysPass(tx, 13);
    await edits(tx, lead, 1);
    await daysPass(tx, 13);
    expect(await disputes(tx)).toMatchObject({ waits_for: 'dispute' });
    await as(tx, ADMIN, 'public.show_review($1)', [await only(tx)]);
    expect(await refused(tx, () => disputes(tx))).toBe('dispute_too_late');
    expect(await shown(tx)).toMatchObject({ review_count: 1, rating: '1.0' });
  });

  it('of other words than those that an admin has looked at', async (tx) => {
    const lead = await honest(tx, 'rosa@example.com', 4);
    await disputes(tx);
    await as(tx, ADMIN, 'public.show_review($1)', [await only(tx)]);
    await edits(tx, lead, 1);
    expect(await disputes(tx)).toMatchObject({ waits_for: 'dispute' });
  });
});

test.each([`set_lead_status($1, 'in_review')`, `dispute_completion($1, '${id('A2')}')`])(
  'a wall that the artist takes back by %s leaves the review to an admin, and not to nobody',
  (back) =>
    scratch(db, async (tx) => {
      const lead = await request(tx, 'rosa@example.com');
      await opens(tx, lead);
      await accepted(tx, lead);
      await completes(tx, lead, ANON);
      const { id: review } = await reviews(tx, lead, 1);
      await as(tx, ARTIST, `public.${back}`, [lead.id]);
      await daysPass(tx, 20);
      expect(await shown(tx)).toMatchObject({ review_count: 0 });
      const listed = await as<object>(tx, ADMIN, `public.admin_list_reviews('', 'disputed')`);
      expect(listed).toMatchObject({ total: 1, rows: [{ id: review, waits_for: 'dispute' }] });
    }),
);

it('a review that waits leaves an imported rating alone', async (tx) => {
  await tx.sql('update public.artists set average_rating = 4.5 where id = $1', [id('A2')]);
  const lead = await request(tx, 'rosa@example.com');
  await accepted(tx, lead);
  await completes(tx, lead, ANON);
  await reviews(tx, lead, 1);
  expect(await shown(tx)).toMatchObject({ rating: '4.5', review_count: 0 });
});

describe('who asked', () => {
  const contact = async (tx: Queryable, { id: lead }: Request) => {
    const who = ARTIST;
    const seen = await as<string>(tx, who, '(select name from public.leads where id = $1)', [lead]);
    const row = await as<string | null>(
      tx,
      who,
      '(select email from public.lead_contacts where lead_id = $1)',
      [lead],
    );
    const data = await as<{ leads: { id: string; name: string; email: string | null }[] }>(
      tx,
      who,
      'public.export_my_data()',
    );
    const taken = data.leads.find((one) => one.id === lead);
    expect([row ?? '***', taken?.email ?? '***']).toEqual(
      seen === '***' ? ['***', '***'] : [row, row],
    );
    return seen;
  };

  test.each([
    [
      'declines',
      (tx: Queryable, lead: Request) =>
        as(tx, ARTIST, `public.decline_lead($1, 'Too far')`, [lead.id]),
    ],
    [
      'is passed over',
      (tx: Queryable, lead: Request) =>
        tx.sql(`select private.move_assignment($1, $2, 'pass', 'system')`, [lead.id, id('A2')]),
    ],
    [
      'lets it expire',
      (tx: Queryable, lead: Request) =>
        tx.sql(`select private.move_assignment($1, $2, 'expire', 'system')`, [lead.id, id('A2')]),
    ],
    [
      'is reported',
      (tx: Queryable, lead: Request) =>
        tx.sql(
          `insert into private.conversation_reports (lead_id, artist_id, side, message_id)
         select lead_id, artist_id, 'client', id from public.lead_messages where lead_id = $1`,
          [lead.id],
        ),
    ],
  ] as const)('is not shown to an artist who %s', (how, ends) =>
    scratch(db, async (tx) => {
      const lead = await request(tx, 'rosa@example.com');
      await as(tx, ARTIST, `public.send_message($1, $2, 'Hello', $3)`, [
        lead.id,
        id('A2'),
        randomUUID(),
      ]);
      expect(await contact(tx, lead)).toBe('Rosa Delgado');
      await ends(tx, lead);
      expect(await contact(tx, lead)).toBe('***');
      // The menu of the old status opens nothing again.
      if (how !== 'lets it expire')
        await as(tx, ARTIST, `public.set_lead_status($1, 'completed')`, [lead.id]);
      expect(await contact(tx, lead)).toBe('***');
    }),
  );
});

test('of whoever is erased an admin keeps the hashes, and nothing else', async () => {
  const lead = await request(db, 'erased@example.com');
  await accepted(db, lead);
  await completes(db, lead, ANON);
  const { id: review } = await reviews(db, lead, 5);
  await as(db, ANON, 'public.erase_request($1)', [lead.token]);
  const kept = `select lead_id, address_hash is not null as hashed, r.author_name from private.review_checks c
    join public.reviews r on r.id = c.review_id where r.id = $1`;
  expect(await db.sql(kept, [review])).toEqual([
    { lead_id: null, hashed: true, author_name: null },
  ]);
});
