import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { wallDay } from '#lib/day.ts';
import { callByName } from './support/actors.ts';
import { type Actor, caller, id, worldOfFile } from './support/world.ts';

const db = await worldOfFile();
beforeEach(async () => {
  await db.sql('delete from public.lead_assignments');
  await db.sql('delete from private.artist_views');
  await db.sql('delete from public.reviews');
});

const A2 = id('A2');
interface Need {
  of: number;
  kind: string;
  lead_id: string;
  count: number;
  until: string | null;
  project: string;
}
interface Month {
  requests: number;
  answers: number;
  accepted: number;
  booked: number;
  received: number;
  hours: number | null;
  views: number;
  won?: number;
}
type Day = Month & { day: string };
interface MyDay {
  needs: Need[];
  coming: { lead_id: string; days: number; name: string }[];
  month: Month & { month: string; days: Day[] };
  before: Month & { month: string };
}
const day = (month: string | null = null, by: Actor = 'artist2') =>
  callByName<MyDay>(db, caller(by), 'my_day', { month });

/** A request of A2 whose columns are these SQL expressions. */
async function had(columns: Record<string, string> = {}, artist = A2): Promise<string> {
  const lead = randomUUID();
  await db.sql(
    `insert into public.lead_records (id, kind, city, project_description) values ($1, 'consultation', 'Austin', 'A wall to paint')`,
    [lead],
  );
  await db.sql(
    `insert into public.lead_contacts (lead_id, name, email) values ($1, 'Ida', 'ida@example.com')`,
    [lead],
  );
  await db.sql(
    `insert into public.lead_assignments (${['lead_id', 'artist_id', ...Object.keys(columns)].join(', ')})
     values (${['$1', '$2', ...Object.values(columns)].join(', ')})`,
    [lead, artist],
  );
  return lead;
}
const says = (lead: string, sender: 'client' | 'artist', at = 'now()') =>
  db.sql(
    `insert into public.lead_messages (lead_id, artist_id, sender, body, created_at)
     values ($1, $2, $3, 'Hello', ${at})`,
    [lead, A2, sender],
  );
const offers = (lead: string, state: string, startsIn: number, validFor: number) =>
  db.sql(
    `insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, valid_until, state)
     values ($1, $2, 900, 900, current_date + $4::int, 2, (now() - interval '12 hours')::date + $5::int, $3)`,
    [lead, A2, state, startsIn, validFor],
  );
const moved = (lead: string, event: string, actor: string, at: string) =>
  db.sql(
    `insert into public.assignment_events (lead_id, artist_id, actor, event, state, created_at) values ($1, $2, $4, $3, 'talking', ${at})`,
    [lead, A2, event, actor],
  );
const ago = (interval: string) => `now() - interval '${interval}'`;
const ANSWERED = { state: `'talking'`, answered_at: ago('1 day') };

/** Each need, and how a request comes to have it. */
const NEEDS: Record<string, () => Promise<string>> = {
  finish: async () => {
    const lead = await had(ANSWERED);
    await says(lead, 'artist', ago('2 days'));
    await moved(lead, 'dispute', 'client', ago('1 hour'));
    return lead;
  },
  confirm_painted: () =>
    had({ ...ANSWERED, state: `'completed'`, completed_by: `'client'`, completed_at: 'now()' }),
  write_agreement: async () => {
    const lead = await had({ ...ANSWERED, state: `'accepted'`, accepted_at: ago('1 hour') });
    await offers(lead, 'accepted', 9, 9);
    return lead;
  },
  answer: () => had({ created_at: ago('5 hours') }),
  message: async () => {
    const lead = await had(ANSWERED);
    await says(lead, 'client');
    await says(lead, 'client');
    return lead;
  },
  proposal_ends: async () => {
    const lead = await had({ ...ANSWERED, state: `'proposed'` });
    await offers(lead, 'open', 9, 3);
    return lead;
  },
  mark_painted: async () => {
    const lead = await had({ ...ANSWERED, state: `'accepted'`, accepted_at: ago('30 days') });
    await offers(lead, 'accepted', -10, -20);
    return lead;
  },
  proposal_ended: async () => {
    const lead = await had({ ...ANSWERED, state: `'proposed'` });
    await offers(lead, 'open', 9, -1);
    return lead;
  },
  reply_review: async () => {
    const lead = await had({ ...ANSWERED, state: `'completed'`, completed_by: `'artist'` });
    await db.sql(
      `with made as (
         insert into public.reviews (artist_id, rating, body) values ($1, 4, 'They came in time and left no mess.') returning id)
       insert into private.review_checks (review_id, artist_id, lead_id) select id, $1::uuid, $2::uuid from made`,
      [A2, lead],
    );
    return lead;
  },
};

describe('what needs an artist', () => {
  test('is every kind of thing, each request once, the most pressing first', async () => {
    const leads: string[] = [];
    // From the last to the first: their order does not come from when they were made.
    for (const make of Object.values(NEEDS).reverse()) leads.unshift(await make());
    const { needs } = await day();
    expect(needs.map(({ kind, lead_id }) => [kind, lead_id])).toEqual(
      Object.keys(NEEDS).map((kind, n) => [kind, leads[n]]),
    );
    expect(needs.find(({ kind }) => kind === 'message')?.count).toBe(2);
    expect(needs.find(({ kind }) => kind === 'reply_review')?.count).toBe(4);
    expect(needs.filter(({ until }) => until).map(({ kind }) => kind)).toEqual([
      'confirm_painted',
      'write_agreement',
      'proposal_ends',
      'mark_painted',
      'proposal_ended',
    ]);
    expect(needs[0]).toMatchObject({ city: 'Austin', project: 'A wall to paint' });
  });

  test.each<[string, keyof typeof NEEDS, (lead: string) => Promise<unknown>]>([
    ['a dispute that was answered', 'finish', (lead) => says(lead, 'artist')],
    [
      'messages that were read',
      'message',
      (lead) =>
        db.sql('update public.lead_assignments set artist_read = 1000000 where lead_id = $1', [
          lead,
        ]),
    ],
    [
      'a wall that counts as confirmed',
      'confirm_painted',
      (lead) =>
        db.sql(
          `update public.lead_assignments set completed_at = now() - interval '15 days' where lead_id = $1`,
          [lead],
        ),
    ],
    [
      'a review with a reply',
      'reply_review',
      (lead) =>
        db.sql(
          `update public.reviews r set reply = 'Thanks', replied_at = now()
           from private.review_checks c where c.review_id = r.id and c.lead_id = $1`,
          [lead],
        ),
    ],
    [
      'a request that was withdrawn',
      'answer',
      (lead) => db.sql('update public.lead_records set withdrawn_at = now() where id = $1', [lead]),
    ],
    [
      'a request that went to another artist',
      'answer',
      (lead) =>
        db.sql(`update public.lead_assignments set state = 'passed' where lead_id = $1`, [lead]),
    ],
    [
      'a conversation that was reported',
      'message',
      (lead) =>
        db.sql(
          `insert into private.conversation_reports (lead_id, artist_id, side, message_id)
           select lead_id, artist_id, 'artist', id from public.lead_messages where lead_id = $1 limit 1`,
          [lead],
        ),
    ],
  ])('is not %s', async (_, kind, deal) => {
    const lead = await (NEEDS[kind] as () => Promise<string>)();
    expect((await day()).needs.map((need) => need.kind)).toEqual([kind]);
    await deal(lead);
    expect(await day()).toMatchObject({ needs: [] });
  });

  test('is nothing of another artist', async () => {
    await had({}, id('A1'));
    expect((await day()).needs).toEqual([]);
    expect((await day(undefined, 'artist')).needs).toHaveLength(1);
  });

  test('is counted in full where it is too much to show, each kind for itself', async () => {
    for (let n = 0; n < 23; n++) await had({ created_at: ago(`${n} hours`) });
    const unread = await had(ANSWERED);
    await says(unread, 'client');
    const { needs } = await day();
    expect(needs.map(({ kind, of }) => [kind, of])).toEqual([
      ...Array(3).fill(['answer', 23]),
      ['message', 1],
    ]);
  });

  test('does not hide what is booked: the next walls to paint, the first one first', async () => {
    const booked = async (starts: number) => {
      const lead = await had({ ...ANSWERED, state: `'accepted'`, accepted_at: ago('30 days') });
      await offers(lead, 'accepted', starts, 1);
      return lead;
    };
    const later = await booked(20);
    const begun = await booked(-1);
    await booked(-10);
    expect((await day()).coming).toMatchObject([
      { lead_id: begun, days: 2, name: 'Ida' },
      { lead_id: later },
    ]);
    expect((await day(undefined, 'artist')).coming).toEqual([]);
    // What both signed counts, also where it is another day than the proposal's.
    await db.sql(
      `insert into private.agreements (lead_id, artist_id, version, state, in_force) values ($1, $2, 1, 'in_force', 1)`,
      [begun, A2],
    );
    await db.sql(
      `insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key, created_at)
       select $1, $2, 1, b.body, encode(sha256(convert_to(b.body, 'UTF8')), 'hex'), gen_random_uuid(), now()
       from (select jsonb_build_object('starts_on', private.today() + 30, 'ends_on', private.today() + 32)::text) b (body)`,
      [begun, A2],
    );
    expect((await day()).coming).toMatchObject([{ lead_id: later }, { lead_id: begun, days: 3 }]);
  });
});

describe('a month in numbers', () => {
  const at = (date: string) => `'${date}T12:00:00Z'`;
  const months = async () => {
    const [row] = await db.sql<{ now: string; before: string }>(
      `select to_char(private.today(), 'YYYY-MM') as now, to_char(private.today() - interval '1 month', 'YYYY-MM') as before`,
    );
    return row as { now: string; before: string };
  };

  test('counts what came, what was answered and accepted, and how fast, by day', async () => {
    const { before } = await months();
    const on = (day: string, time = '12:00') => `'${before}-${day}T${time}:00Z'`;
    await had({ created_at: on('02'), answered_at: on('02', '14:00'), state: `'talking'` });
    await had({ created_at: on('02'), answered_at: on('03'), state: `'talking'` });
    // Brought in with its status: nobody knows how long it took.
    await had({ created_at: on('03'), answered_at: on('03'), status: `'in_review'` });
    await had({
      created_at: on('03'),
      answered_at: on('03', '16:00'),
      accepted_at: on('05'),
      state: `'accepted'`,
    });
    await had({ created_at: on('28') });
    // Of the month before that one, answered in it.
    await had({
      created_at: `${on('01')}::timestamptz - interval '2 days'`,
      answered_at: on('01'),
      state: `'talking'`,
    });
    const { month } = await day(`${before}-15`);
    expect(month).toMatchObject({
      requests: 5,
      answers: 5,
      accepted: 1,
      won: 1,
      hours: 14,
      views: 0,
    });
    expect(month.month).toBe(`${before}-01`);
    const busy = month.days.filter(
      ({ requests, answers, accepted }) => requests + answers + accepted,
    );
    expect(
      busy.map((one) => [one.day.slice(8), one.requests, one.answers, one.accepted, one.hours]),
    ).toEqual([
      ['01', 0, 1, 0, 48],
      ['02', 2, 1, 0, 2],
      ['03', 2, 3, 0, 14],
      ['05', 0, 0, 1, null],
      ['28', 1, 0, 0, null],
    ]);
    const { before: last, month: now } = await day();
    expect(last).toMatchObject({ month: `${before}-01`, requests: 5, answers: 5, accepted: 1 });
    expect(now).toMatchObject({ requests: 0, answers: 0, hours: null });
    expect(now.days.at(-1)?.day).toBe(wallDay());
  });

  test('counts what was booked, by the price that is agreed on, and what was received', async () => {
    const { before } = await months();
    const on = (day: string) => `'${before}-${day}T12:00:00Z'`;
    const accepted = { created_at: on('01'), answered_at: on('01'), state: `'accepted'` };
    await offers(await had({ ...accepted, accepted_at: on('05') }), 'accepted', 9, 9);
    const lead = await had({ ...accepted, accepted_at: on('06') });
    await offers(lead, 'accepted', 9, 9);
    await db.sql(`insert into private.agreements (lead_id, artist_id) values ($1, $2)`, [lead, A2]);
    await db.sql(
      `with parts as (
         insert into private.payment_parts (lead_id, artist_id, position, label, amount, due, state)
         select $1, $2, n, 'Part', 600, 'signed', 'received' from generate_series(1, 2) n returning id)
       insert into private.payment_notes (lead_id, artist_id, part_id, actor, event, amount, created_at, idempotency_key)
       select $1, $2, id, 'artist', 'receive', case when row_number() over () = 1 then 550 end, ${on('08')}, gen_random_uuid() from parts`,
      [lead, A2],
    );
    const { month } = await day(`${before}-15`);
    expect(month).toMatchObject({ accepted: 2, booked: 2100, received: 1150 });
    expect(month.days[7]).toMatchObject({ booked: 0, received: 1150 });
  });

  test('counts views of the page', async () => {
    const { now, before } = await months();
    await db.sql(
      `insert into private.artist_views (artist_id, day, views) values ($1, ${at(`${now}-01`)}::date, 7),
         ($1, ${at(`${before}-01`)}::date, 5), ($2, ${at(`${now}-01`)}::date, 99)`,
      [A2, id('A1')],
    );
    const { month, before: last } = await day();
    expect([month.views, last.views]).toEqual([7, 5]);
    expect(month.days[0]).toMatchObject({ day: `${now}-01`, views: 7 });
  });

  test('is never one to come, nor older than what is kept', async () => {
    const { now } = await months();
    expect((await day('2099-01-01')).month.month).toBe(`${now}-01`);
    const { month } = (await day('2001-01-01')).month;
    const [row] = await db.sql<{ oldest: string }>(
      `select to_char(private.today() - interval '12 months', 'YYYY-MM-01') as oldest`,
    );
    expect(month).toBe(row?.oldest);
  });
});
