import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import type { Action } from '#features/jobs/job.ts';
import { become, scratch } from './support/actors.ts';
import { type Actor, caller, id, worldOfFile } from './support/world.ts';

/** One job in each situation there is: whose turn it is, and that every desk says the same. */
const db = await worldOfFile();
const ARTIST = id('A2');

interface Situation {
  /** Columns of the assignment, and of the agreement, a part and the sketches where there are any, as SQL. */
  assignment?: string;
  agreement?: string;
  signed?: 'client' | 'artist';
  body?: object;
  part?: string;
  sketch?: string;
  /** Days until the painting begins. */
  starts?: number;
  included?: string;
  more?: string;
  step: string;
  client: Action | null;
  artist: Action | null;
  /** What Today says, where that is not the artist's turn. */
  today?: string | null;
  overview?: 'payments' | 'agreements';
}

const OFFERED = `'offered', null, null`;
const FORCE = `'in_force', 1, null`;
const OLD = `now() - interval '8 days'`;
const PAINTED = `state = 'completed', status = 'completed', completed_at = now()`;
const DONE = `${PAINTED}, completed_by = 'artist', confirmed_at = now()`;

const SITUATIONS: Record<string, Situation> = {
  'just accepted': { step: 'agreement', client: null, artist: 'write_agreement' },
  'the client asked for an agreement, and its day has come': {
    ...{ assignment: 'agreement_asked_at = now()', starts: 0 },
    ...{ step: 'agreement', client: null, artist: 'write_agreement' },
  },
  'on without one': {
    ...{ assignment: 'agreement_skipped_at = now()', step: 'painting', client: null },
    ...{ artist: 'paint', today: null },
  },
  'on without one, and the proposal included the design': {
    ...{ assignment: 'agreement_skipped_at = now()', included: '{design}' },
    ...{ step: 'design', client: null, artist: 'send_sketch' },
  },
  'an agreement was sent': {
    ...{ agreement: OFFERED, step: 'agreement' },
    ...{ client: 'sign_agreement', artist: 'sign_agreement' },
  },
  'it has waited for a week': {
    ...{ agreement: OFFERED, more: `update private.agreements set updated_at = ${OLD}` },
    ...{ step: 'agreement', client: 'sign_agreement', artist: 'sign_agreement' },
    overview: 'agreements',
  },
  'the artist signed': {
    ...{ agreement: `'signed_by_one', null, null`, signed: 'artist', step: 'agreement' },
    ...{ client: 'sign_agreement', artist: null, today: null },
  },
  'it is to be changed': {
    ...{ agreement: `'change_asked', null, 'Later'`, step: 'agreement' },
    ...{ client: null, artist: 'change_agreement' },
  },
  'amending: the bar stays': {
    ...{ agreement: `'amending', 1, null`, body: { rounds: 0 }, step: 'painting' },
    ...{ client: 'sign_agreement', artist: 'sign_agreement' },
  },
  'signed, with rounds of design': {
    ...{ agreement: FORCE, body: { rounds: 2 }, step: 'design' },
    ...{ client: null, artist: 'send_sketch' },
  },
  'signed, without a design': {
    ...{ agreement: FORCE, body: { rounds: 0 }, step: 'painting' },
    ...{ client: null, artist: 'paint', today: null },
  },
  'a part is due': {
    ...{ agreement: FORCE, body: { rounds: 0 }, part: `'due', now()`, step: 'painting' },
    ...{ client: 'pay_part', artist: 'paint', today: null },
  },
  'it is overdue': {
    ...{ agreement: FORCE, body: { rounds: 0 }, part: `'due', ${OLD}`, step: 'painting' },
    ...{ client: 'pay_part', artist: 'ask_for_payment', overview: 'payments' },
  },
  'the client reported more than is due': {
    ...{ agreement: FORCE, part: `'reported', now()`, step: 'painting', body: { rounds: 0 } },
    more: `insert into private.payment_notes (lead_id, artist_id, part_id, actor, event, amount, how, paid_on, created_at, idempotency_key)
      select lead_id, artist_id, id, 'client', 'report', 950, 'Zelle', current_date, now(), gen_random_uuid()
      from private.payment_parts where lead_id = $1`,
    ...{ client: null, artist: 'confirm_payment' },
  },
  'a payment is disputed': {
    ...{ agreement: FORCE, part: `'disputed', now()`, step: 'painting', body: { rounds: 0 } },
    ...{ client: 'settle_payment', artist: 'settle_payment', overview: 'payments' },
  },
  'a sketch was sent': {
    ...{ agreement: FORCE, body: { rounds: 2 }, sketch: `'open', null` },
    ...{ step: 'design', client: 'answer_sketch', artist: null, today: null },
  },
  'a sketch was sent, and no round is left': {
    ...{ agreement: FORCE, body: { rounds: 0 }, sketch: `'open', null` },
    ...{ step: 'design', client: 'approve_sketch', artist: null, today: null },
  },
  'changes of a sketch were asked for': {
    ...{ agreement: FORCE, body: { rounds: 2 }, sketch: `'changes_asked', null` },
    ...{ step: 'design', client: null, artist: 'send_sketch' },
  },
  'the client would reopen it': {
    ...{ agreement: FORCE, body: { rounds: 2 }, sketch: `'client_reopens', 1` },
    ...{ step: 'painting', client: null, artist: 'answer_reopen' },
  },
  'the artist would reopen it': {
    ...{ agreement: FORCE, body: { rounds: 2 }, sketch: `'artist_reopens', 1` },
    ...{ step: 'painting', client: 'answer_reopen', artist: 'paint', today: null },
  },
  'the papers end': {
    ...{ agreement: FORCE, body: { rounds: 0 }, step: 'painting' },
    more: `insert into private.papers (id, artist_id, path, insurer, amount, ends_on, state)
      select gen_random_uuid(), $2, 'x.pdf', 'Acme', 1000000, current_date + 20, 'checked' where $1::uuid is not null`,
    ...{ client: null, artist: 'renew_papers' },
  },
  'the days of painting are over': {
    ...{ starts: -10, step: 'painting', client: null, artist: 'mark_painted' },
  },
  'the artist says it is painted': {
    ...{ assignment: `${PAINTED}, completed_by = 'artist'`, step: 'painting' },
    ...{ client: 'confirm_painted', artist: null, today: null },
  },
  'the client says it is painted': {
    ...{ assignment: `${PAINTED}, completed_by = 'client'`, step: 'painting' },
    ...{ client: null, artist: 'confirm_painted' },
  },
  'the client says it is not': {
    more: `insert into public.assignment_events (lead_id, artist_id, actor, event, state) values ($1, $2, 'client', 'dispute', 'accepted')`,
    ...{ step: 'agreement', client: null, artist: 'finish' },
  },
  'confirmed, and not all is paid': {
    ...{ agreement: FORCE, assignment: DONE, part: `'due', now()`, step: 'done' },
    ...{ client: 'pay_part', artist: null, today: null },
  },
  confirmed: { assignment: DONE, step: 'over', client: 'review', artist: null, today: null },
  reviewed: {
    assignment: DONE,
    more: `with made as (
        insert into public.reviews (artist_id, rating, body, author_name) values ($2, 5, 'Exactly what we hoped for.', 'Ana') returning id)
      insert into private.review_checks (review_id, lead_id, artist_id) select id, $1, $2 from made`,
    ...{ step: 'over', client: null, artist: 'reply_review' },
  },
  'called off': {
    ...{
      assignment: `state = 'called_off'`,
      step: 'over',
      client: null,
      artist: null,
      today: null,
    },
  },
};

async function set(tx: Queryable, of: Situation): Promise<string> {
  const lead = randomUUID();
  const run = (text: string, values: unknown[] = [lead, ARTIST]) => tx.sql(text, values);
  await run(
    `insert into public.lead_records (id, kind, city, project_description, created_by_user) values ($1, 'consultation', 'Austin', 'A wall to paint', $2)`,
    [lead, id('client')],
  );
  await run(`insert into public.lead_contacts (lead_id, name, email) values ($1, 'Ana', $2)`, [
    ...[lead, 'ana@example.com'],
  ]);
  await run(
    `insert into public.lead_assignments (lead_id, artist_id, status, state, accepted_at, answered_at)
     values ($1, $2, 'in_review', 'accepted', now(), now())`,
  );
  await run(
    `insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, valid_until, state, included)
     values ($1, $2, 900, 900, private.today() + $3::int, 5, private.today() + 9, 'accepted', $4)`,
    [lead, ARTIST, of.starts ?? 20, of.included ?? '{}'],
  );
  if (of.agreement) {
    const body = JSON.stringify({ ...of.body });
    await run(
      `insert into private.agreements (lead_id, artist_id, version, state, in_force, change) values ($1, $2, 1, ${of.agreement})`,
    );
    await run(
      `insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key, created_at)
       values ($1, $2, 1, $3, encode(sha256(convert_to($3, 'UTF8')), 'hex'), gen_random_uuid(), ${of.more?.includes('agreements') ? OLD : 'now()'})`,
      [lead, ARTIST, body],
    );
  }
  if (of.signed)
    await run(
      `insert into private.agreement_signatures (lead_id, artist_id, version, side, hash, name, proven_by, signed_at)
       values ($1, $2, 1, $3, 'x', 'Ray', 'account', now())`,
      [lead, ARTIST, of.signed],
    );
  if (of.part)
    await run(
      `insert into private.payment_parts (lead_id, artist_id, position, label, amount, due, state, due_at)
       values ($1, $2, 1, 'Deposit', 750, 'done', ${of.part})`,
    );
  if (of.sketch) {
    await run(
      `insert into private.sketches (lead_id, artist_id, state, approved, approved_hash)
       select $1, $2, o.state, o.approved::smallint, case when o.approved is not null then repeat('0', 64) end from (values (${of.sketch})) o (state, approved)`,
    );
    await run(
      `insert into private.sketch_versions (lead_id, artist_id, number, hash, idempotency_key) values ($1, $2, 1, repeat('0', 64), gen_random_uuid())`,
    );
  }
  if (of.assignment)
    await run(
      `update public.lead_assignments set ${of.assignment} where lead_id = $1 and artist_id = $2`,
    );
  const named = of.more?.match(/\$[12]/g) ?? [];
  if (of.more) await run(of.more, [lead, ARTIST].slice(0, new Set(named).size));
  return lead;
}

interface Panel {
  lead: { assignments: { job: { step: string } | null }[] };
}

interface Told {
  action: string;
}
const asked = async <T>(
  tx: Queryable,
  who: Actor,
  text: string,
  values: readonly unknown[] = [],
) => {
  await become(tx, caller(who));
  const [row] = await tx.sql<{ answer: T }>(`select ${text} as answer`, [...values]);
  return row?.answer as T;
};

describe('every desk says whose turn it is', () => {
  test.each(Object.entries(SITUATIONS))('%s', async (_, of) => {
    await scratch(db, async (tx) => {
      const lead = await set(tx, of);
      const summary = async (who: Actor) =>
        (
          await asked<{ step: string; turn: Told | null; theirs: Told | null }[]>(
            ...([tx, who, 'public.conversation_summaries($1)', [[lead]]] as const),
          )
        )[0];
      const day = await asked<{ needs: { lead_id: string; kind: string }[] }>(
        ...([tx, 'artist2', 'public.my_day()'] as const),
      );
      const inbox = await summary('artist2');
      const quotes = await summary('client');
      const needs = await asked<Record<'payments' | 'agreements', { rows: { lead_id: string }[] }>>(
        ...([tx, 'admin', 'public.admin_needs(50)'] as const),
      );
      const admin = (text: string, ...values: unknown[]) =>
        asked<{ rows: { id: string }[] } & Panel>(tx, 'admin', text, values);
      const panel = await admin('public.admin_request($1)', lead);
      const filter = { done: 'payment', over: 'completed' }[of.step] ?? of.step;
      const filtered = (await admin('public.admin_list_requests(p_filter => $1)', filter)).rows;
      const late = (await admin(`public.admin_list_requests(p_filter => 'late')`)).rows;
      const isIn = (rows: { id: string }[]) => rows.some((row) => row.id === lead);
      const job = await asked<{ turns: Record<'client' | 'artist', Told | null>; step: string }>(
        ...([tx, 'client', 'public.read_job($1, $2)', [lead, ARTIST]] as const),
      );
      if (of.assignment?.startsWith('agreement_asked'))
        expect((job as { can?: string[] }).can).not.toContain('ask_for_agreement');
      const has = (group: 'payments' | 'agreements') =>
        needs[group].rows.some((row) => row.lead_id === lead);
      expect({
        page: [job.step, job.turns.client?.action ?? null, job.turns.artist?.action ?? null],
        inbox: [inbox?.step, inbox?.turn?.action ?? null, inbox?.theirs?.action ?? null],
        quotes: [quotes?.step, quotes?.turn?.action ?? null, quotes?.theirs?.action ?? null],
        today: day.needs.find((need) => need.lead_id === lead)?.kind ?? null,
        overview: (['payments', 'agreements'] as const).find(has),
        late: isIn(late),
        panel: panel.lead.assignments[0]?.job?.step ?? 'over',
        filtered: of.step === 'over' || isIn(filtered),
      }).toEqual({
        page: [of.step, of.client, of.artist],
        inbox: [of.step, of.artist, of.client],
        quotes: [of.step, of.client, of.artist],
        today: of.today === undefined ? of.artist : of.today,
        overview: of.overview,
        late: of.overview !== undefined,
        panel: of.step,
        filtered: true,
      });
    });
  });
});
