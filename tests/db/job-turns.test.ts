import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import type { Action, Job, Turn } from '#features/jobs/job.ts';
import { actionText } from '#features/jobs/steps.ts';
import { type AdminLead, jobTurns, leadStep } from '#features/leads/admin/admin-lead.ts';
import { LEAD_CSV } from '#features/leads/admin/columns.tsx';
import { belongs, type InboxRow, rowStep } from '#features/leads/artist/inbox.ts';
import type { Need } from '#features/profile/today/my-day.ts';
import { needSummary } from '#features/profile/today/need-text.ts';
import type { ConversationSummary } from '#features/requests/conversation/conversation.api.ts';
import { quoteNews, quoteStep } from '#features/requests/page/client/quote-standing.ts';
import type { OwnLead } from '#features/requests/page/client-leads.api.ts';
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
  /** How its row there begins, where that is not as of others. */
  row?: string;
  overview?: 'payments' | 'agreements';
  /** By which the admin's list finds it, where no step is left. */
  status?: string;
}

const OFFERED = `'offered', null, null`;
const FORCE = `'in_force', 1, null`;
const OLD = `now() - interval '8 days'`;
const NEXT_DUE = `insert into private.payment_parts (lead_id, artist_id, position, label, amount, due, state, due_at)
  values ($1, $2, 2, 'Final payment', 750, 'done', 'due', now())`;
const PAINTED = `state = 'completed', status = 'completed', completed_at = now()`;
const DONE = `${PAINTED}, completed_by = 'artist', confirmed_at = now()`;

const NO_PROPOSAL = 'delete from public.proposals where lead_id = $1';

const SITUATIONS: Record<string, Situation> = {
  'just sent': {
    assignment: `state = 'sent', status = 'new', accepted_at = null, answered_at = null`,
    more: NO_PROPOSAL,
    ...{ step: 'proposal', client: null, artist: 'answer', status: 'new' },
  },
  'in conversation': {
    ...{ assignment: `state = 'talking', accepted_at = null`, more: NO_PROPOSAL },
    ...{ step: 'proposal', client: null, artist: 'propose', today: null, status: 'in_review' },
  },
  'a proposal was made': {
    assignment: `state = 'proposed', accepted_at = null`,
    more: `update public.proposals set state = 'open' where lead_id = $1`,
    ...{ step: 'proposal', client: 'answer_proposal', artist: null, today: null },
    status: 'proposed',
  },
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
  'the client reported one part, and the next is due': {
    ...{ agreement: FORCE, part: `'reported', now()`, step: 'painting', body: { rounds: 0 } },
    more: NEXT_DUE,
    ...{ client: 'pay_part', artist: 'confirm_payment' },
  },
  'the client reported one part, and the next is overdue': {
    ...{ agreement: FORCE, part: `'reported', now()`, step: 'painting', body: { rounds: 0 } },
    more: NEXT_DUE.replace('now()', OLD),
    ...{ client: 'pay_part', artist: 'confirm_payment', overview: 'payments' },
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
    ...{ agreement: FORCE, body: { rounds: 2 }, sketch: `'changes_asked', null`, row: 'Version 2' },
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
  'ended with a payment that nobody has confirmed': {
    ...{ agreement: `'ended', 1, null`, part: `'reported', now()`, body: { rounds: 0 } },
    ...{ step: 'painting', client: null, artist: 'confirm_payment' },
  },
  'called off with a disputed payment': {
    ...{ assignment: `state = 'called_off'`, agreement: `'ended', 1, null`, status: 'in_review' },
    ...{ part: `'disputed', now()`, body: { rounds: 0 }, overview: 'payments' },
    ...{ step: 'over', client: 'settle_payment', artist: 'settle_payment' },
  },
  'called off': {
    ...{
      assignment: `state = 'called_off'`,
      status: 'in_review',
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
      `insert into private.agreements (lead_id, artist_id, version, state, in_force, change, ended_by)
       select $1, $2, 1, a.state, a.in_force::int, a.change, case a.state when 'ended' then 'client' end
       from (values (${of.agreement})) a (state, in_force, change)`,
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

/** What a desk is told of a job, in the shapes that it reads. */
type Needs = Record<'payments' | 'agreements', { rows: { lead_id: string }[] }>;
interface Person {
  leads: AdminLead[];
  work: { leads: AdminLead[] } | null;
}

async function asked<T>(tx: Queryable, who: Actor, text: string, values: readonly unknown[] = []) {
  await become(tx, caller(who));
  const [row] = await tx.sql<{ answer: T }>(`select ${text} as answer`, [...values]);
  return row?.answer as T;
}

/** The client is emailed about what they owe, and the artist about what they have not answered; nobody about anything else. */
async function remindersOf(tx: Queryable, lead: string): Promise<number> {
  await become(tx, { role: 'postgres' });
  await tx.sql(`update private.payment_parts set remind_at = private.clock() where lead_id = $1`, [
    lead,
  ]);
  await tx.sql(`update private.reminders set due_at = private.clock() where lead_id = $1`, [lead]);
  await tx.sql(`select private.tend_payments(), private.write_reminders()`);
  const rows = await tx.sql(
    `select from private.mails where lead_id = $1 and kind in ('request_payment_reminder', 'lead_waiting')`,
    [lead],
  );
  return rows.length;
}

/** The step as lists say it, of a job whose turn it is. */
const STEP = { agreement: 'Agreement', design: 'Design', painting: 'Painting', done: 'Payment' };
const stepOf = (step: string, who: string) =>
  step in STEP ? `${STEP[step as keyof typeof STEP]}${who && ` · ${who}`}` : null;

describe('every desk says whose turn it is', () => {
  test.each(Object.entries(SITUATIONS))('%s', (_, of) =>
    scratch(db, async (tx) => {
      const lead = await set(tx, of);
      const ofThis = <R extends { lead_id: string }>(rows: readonly R[]) =>
        rows.find(({ lead_id }) => lead_id === lead);
      const withId = (rows: readonly AdminLead[]) => rows.find(({ id: its }) => its === lead);
      const summaryOf = (who: Actor) =>
        asked<ConversationSummary[]>(tx, who, 'public.conversation_summaries($1)', [[lead]]).then(
          ofThis,
        );
      const listOf = (filter: string) =>
        asked<{ rows: AdminLead[] }>(tx, 'admin', 'public.admin_list_requests(p_filter => $1)', [
          filter,
        ]).then(({ rows }) => withId(rows));
      const job = await asked<(Job & { step: string }) | null>(
        ...([tx, 'client', 'public.read_job($1, $2)', [lead, ARTIST]] as const),
      );
      const day = await asked<{ needs: Need[] }>(tx, 'artist2', 'public.my_day()');
      const inbox = await summaryOf('artist2');
      const quotes = await summaryOf('client');
      const needs = await asked<Needs>(tx, 'admin', 'public.admin_needs(50)');
      const { lead: panel } = await asked<{ lead: AdminLead }>(
        ...([tx, 'admin', 'public.admin_request($1)', [lead]] as const),
      );
      const listed = await listOf(FILTERS[of.step] ?? of.status ?? 'completed');
      const late = await listOf('late');
      const person = (who: Actor) =>
        asked<Person>(tx, 'admin', 'public.admin_person($1)', [id(who)]);
      const received = withId((await person('artist2')).work?.leads ?? []);
      const sent = withId((await person('client')).leads);
      if (of.assignment?.startsWith('agreement_asked'))
        expect(job?.can).not.toContain('ask_for_agreement');

      const row = { lead: { withdrawn_at: null }, summary: inbox } as InboxRow;
      const own = { artists: [{ artist_name: 'Ray', conversation: quotes }] } as OwnLead;
      const [held] = panel.assignments;
      const painter = held?.name ?? '';
      const need = ofThis(day.needs);
      const summaries = [inbox, quotes].map((one) => [one?.step, one?.turn?.action ?? null]);
      expect({
        page: job && [job.step, job.turns.client?.action ?? null, job.turns.artist?.action ?? null],
        summaries,
        today: need?.kind ?? null,
        'today’s row': need ? needSummary(need).split(' · ')[0] : null,
        inbox: [belongs(row, 'turn'), rowStep(row) ?? null],
        quotes: quoteNews(own) || quoteStep(own),
        overview: (['payments', 'agreements'] as const).find((group) => ofThis(needs[group].rows)),
        late: late !== undefined,
        panel: held?.job ? [held.job.step, jobTurns(panel, held)] : null,
        list: listed && leadStep(listed),
        file: listed && LEAD_CSV.find(({ header }) => header === 'Step')?.value(listed),
        'received by the artist': received && leadStep(received),
        'sent by the client': sent && leadStep(sent),
        reminders: await remindersOf(tx, lead),
      }).toEqual({
        ...expected(of, { client: quotes?.turn, artist: inbox?.turn }, painter),
        summaries: [
          [of.step, of.artist],
          [of.step, of.client],
        ],
      });
    }),
  );
});

/** The filter of the admin's list for each step; for those that are over the status. */
const FILTERS: Record<string, string> = {
  ...{ agreement: 'agreement', design: 'design', painting: 'painting', done: 'payment' },
};

/** How a row of Today begins. */
const ROWS: Partial<Record<Action, string>> = {
  ...{ confirm_payment: '$750 (Deposit)', settle_payment: '$750 (Deposit)' },
  ...{ ask_for_payment: '$750 (Deposit)', send_sketch: 'Version 1', answer_reopen: 'Version 1' },
  ...{ sign_agreement: 'Version 1', change_agreement: 'Version 1' },
};

type Turns = Record<'client' | 'artist', Turn | null | undefined>;

function expected(of: Situation, { client, artist }: Turns, ray: string) {
  const mine = artist?.waits ? 'Your turn' : client ? 'Client’s turn' : '';
  const theirs = artist?.waits ? 'Ray’s turn' : '';
  const list = stepOf(of.step, client ? 'Ana’s turn' : artist?.waits ? `${ray}’s turn` : '');
  const words = [
    client && `Ana: ${actionText(client)}`,
    artist?.waits && `${ray}: ${actionText(artist)}`,
  ];
  const today = of.today === undefined ? of.artist : of.today;
  return {
    // Before an artist is chosen the page has proposals to choose from, and no job.
    page: of.step === 'proposal' ? null : [of.step, of.client, of.artist],
    today,
    'today’s row': today && (of.row ?? ROWS[today as Action] ?? 'Call in Austin'),
    inbox: [
      artist?.waits ?? false,
      of.artist === 'reply_review'
        ? 'Review · Your turn'
        : stepOf(of.step === 'over' && of.artist === 'settle_payment' ? 'done' : of.step, mine),
    ],
    quotes: client
      ? of.client === 'answer_proposal'
        ? '1 proposal'
        : actionText(client)
      : stepOf(of.step, theirs),
    overview: of.overview,
    late: of.overview !== undefined,
    panel: of.status ? null : [of.step, words.filter(Boolean).join(' · ')],
    list,
    file: list,
    'received by the artist': list,
    'sent by the client': list,
    reminders: of.client === 'pay_part' || of.artist === 'answer' ? 1 : 0,
  };
}
