/** @module-tag effort */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeys } from '#embedded/index.ts';
import {
  ASSIGNMENT_EVENTS,
  type AssignmentEvent,
  type AssignmentState,
} from '#features/requests/assignment.ts';
import { LEAD_STATUSES, type LeadStatus } from '#features/requests/lead-status.ts';
import { type TestBackend, testBackend } from '../../support/backend.ts';
import { effort } from '../../support/effort.ts';
import { type Caller, call, codeOf, work } from '../support/actors.ts';
import { factsOf, ratingOf, recount } from '../support/facts.ts';
import { ANON, form, submit } from '../support/leads.ts';
import { assignmentMoves } from '../support/moves.ts';
import { nextStatus } from '../support/next-status.ts';
import { caller, createWorld, id } from '../support/world.ts';

const SEQUENCES = effort(6);

/** After so many steps the backend stops and starts again on what it has stored. */
const STEPS_TO_RESTART = Math.max(250, Math.ceil(SEQUENCES / 5));
const keys = createKeys();
let dataDir: string;
/** The hour by the database's clock, counted from that of this machine. */
let hour = 0;
/** `clock_offset_seconds` has nine digits: beyond that it is another directory's turn. */
const LAST_HOUR = 250_000;
let steps = 0;

let db: TestBackend;
let nextState: Awaited<ReturnType<typeof assignmentMoves>>;
beforeAll(begin);
async function begin(): Promise<void> {
  hour = 0;
  dataDir = await mkdtemp(path.join(tmpdir(), 'sequences-'));
  db = await testBackend({ dataDir, keys });
  await createWorld(db);
  nextState = await assignmentMoves(db);
  await db.sql(
    `insert into private.settings select key, '100000000'
     from unnest(array['lead_ip_limit', 'lead_user_limit', 'lead_total_limit', 'message_limit', 'mail_address_limit']) as key`,
  );
  // What is taken back within a minute is told by tests/db/notifications/mails.test.ts; here every step is a decision.
  await db.sql(`insert into private.settings (key, value) values ('mail_status_seconds', '0')`);
  // Notices are kept for 90 days, and these sequences live through years.
  await db.sql(`delete from private.chores where name = 'old rows'`);
  // Not a rating that somebody brought in.
  await db.sql('update public.artists set average_rating = 0 where review_count = 0');
}
afterAll(end);
async function end(): Promise<void> {
  await db?.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function restartNowAndThen(): Promise<void> {
  if (++steps % STEPS_TO_RESTART > 0) return;
  await db.stop();
  db = await testBackend({ dataDir, keys });
}

const ARTISTS = [
  { artist: id('A1'), user: id('artist'), who: caller('artist') },
  { artist: id('A2'), user: id('artist2'), who: caller('artist2') },
] as const;

/** One artist on the request, as the rules have it. */
interface Model {
  state: AssignmentState;
  status: LeadStatus;
  accepted: boolean;
  /** Who said that the wall is painted, and whether the other one agreed. */
  completedBy: 'client' | 'artist' | null;
  confirmed: boolean;
  /** One of them has said that it is not painted, or taken back that it is. */
  disputed: boolean;
  /** Whoever asked has closed the request. */
  closed: boolean;
  /** Id of the proposal that can be accepted, or was. */
  proposal: string | null;
  answered: boolean;
  /** Silence has ended it, or has come too late to. */
  expiryOver: boolean;
  /** The hour in which somebody said that the wall is painted. */
  completedAt: number | null;
  review: { id: string; rating: number; at: number; edited: boolean; hidden?: boolean } | null;
  /** What the artist was told, by kind and number. */
  told: Record<string, number>;
  /** They have been told of messages, and have done nothing about the request since. */
  toldOfMessages: boolean;
  /** The day after which silence is worth a word is over. */
  reminderOver: boolean;
  /** What whoever asked was told about this artist, by kind and number. */
  toldClient: Record<string, number>;
  /** They have been told of messages, which nobody has read in these sequences. */
  clientToldOfMessages: boolean;
}

/** What else happens to a request: a number of hours goes by, and reviews. */
const OTHERS = ['wait', 'wait', 'review', 'review', 'edit', 'hide'] as const;
type Event = AssignmentEvent | (typeof OTHERS)[number];
type Side = 'client' | 'artist';
const step = fc.record({
  artist: fc.constantFrom(0, 1),
  side: fc.constantFrom<Side>('client', 'artist'),
  event: fc.constantFrom<Event>(
    ...ASSIGNMENT_EVENTS.filter((event) => !['pass', 'expire'].includes(event)),
    ...OTHERS,
  ),
  hours: fc.constantFrom(1, 3, 20, 60, 170, 340),
  rating: fc.integer({ min: 1, max: 5 }),
});
type Step = { artist: number; side: Side; event: Event; hours: number; rating: number };

const REMINDED = 24;
/** After two days whoever asked hears of silence. */
const CLIENT_REMINDED = 48;
const EXPIRES = 7 * 24;
const FINAL = 14 * 24;

/** Lets hours go by, and the worker do all that is due then. */
async function wait(hours: number): Promise<void> {
  hour += hours;
  await db.sql(
    `insert into private.settings (key, value) values ('clock_offset_seconds', $1)
     on conflict (key) do update set value = excluded.value`,
    [String(hour * 3600)],
  );
  const due = `select 1 from private.reminders where due_at <= private.clock()
    union all select 1 from private.fact_schedule where due_at < private.clock()`;
  do await work(db, 1);
  while ((await db.sql(due)).length > 0);
}

async function rpc(name: string, args: Record<string, unknown>, who: Caller): Promise<unknown> {
  const places = Object.keys(args).map((key, n) => `p_${key} => $${n + 1}`);
  const rows = await call<{ answer: unknown }>(
    db,
    who,
    `select public.${name}(${places.join(', ')}) as answer`,
    Object.values(args),
  );
  return rows[0]?.answer;
}

const BODY = 'They painted what we had hoped for.';

/** Does one step through the API; gives the id of a new proposal or review. */
async function act(
  { event, side, artist: n, hours, rating }: Step,
  lead: string,
  token: string,
  own: Model,
) {
  const { artist, who: user } = ARTISTS[n as 0 | 1];
  const who = side === 'artist' ? user : ANON;
  const link = side === 'client' ? { token } : {};
  const review = own.review?.id ?? randomUUID();
  switch (event) {
    case 'wait':
      return wait(hours);
    case 'review':
      return rpc('submit_review', { lead, artist, rating, body: BODY, ...link }, who);
    case 'edit':
      return rpc('edit_review', { review, rating, body: BODY, name: '', town: '', ...link }, who);
    case 'hide':
      return rpc('hide_review', { review, reason: 'Not about the wall' }, caller('admin'));
    case 'open':
      return rpc('mark_request_seen', { lead }, who);
    case 'write':
      return rpc('send_message', { lead, artist, body: 'Hello', key: randomUUID(), ...link }, who);
    case 'propose':
      return rpc(
        'send_proposal',
        {
          lead,
          low: 900,
          high: 1000,
          starts_on: day(1),
          days: 2,
          message: null,
          valid_until: day(300),
          key: randomUUID(),
        },
        who,
      );
    case 'retract':
      return rpc('withdraw_proposal', { proposal: own.proposal ?? randomUUID() }, who);
    case 'accept':
      return rpc('accept_proposal', { proposal: own.proposal ?? randomUUID(), ...link }, who);
    case 'turn_down':
      return rpc('decline_proposal', { proposal: own.proposal ?? randomUUID(), ...link }, who);
    case 'undo_complete':
      return rpc('undo_completion', { lead, artist, ...link }, who);
    case 'decline':
      return rpc('decline_lead', { lead, reason: 'Fully booked' }, who);
    case 'close':
      return rpc('close_request', side === 'client' ? link : { lead }, who);
    case 'call_off':
      return rpc('call_off_job', { lead, artist, reason: 'Sold the house', ...link }, who);
    case 'ask_again':
      return rpc('ask_artist_again', { artist, ...(side === 'client' ? link : { lead }) }, who);
    case 'complete':
      return rpc('complete_request', { lead, artist, ...link }, who);
    case 'dispute':
      return rpc('dispute_completion', { lead, artist, ...link }, who);
    default:
      return rpc('set_lead_status', { lead, status: event.slice(4) }, who);
  }
}
const day = (days: number) =>
  new Date(Date.now() + (hour + days * 24) * 3_600_000).toISOString().slice(0, 10);

/** What the step makes of both artists, or null where it is refused. */
function follow(models: readonly Model[], step: Step, age: number): Model[] | null {
  const { artist: n, side, event, hours } = step;
  const own = models[n] as Model;
  const unchanged = models.map((model) => ({ ...model }));
  if (event === 'wait') return models.map((model) => expire(model, age + hours));
  if (event === 'review' || event === 'edit' || event === 'hide') {
    const reviewed = reviewAfter(own, step, event);
    return reviewed && models.map((model, i) => (i === n ? reviewed : { ...model }));
  }
  if (event === 'close') {
    if (side !== 'client') return null;
    return models.map((model) => ({
      ...model,
      closed: true,
      state: nextState(model.state, 'close', 'client', model.accepted) ?? model.state,
    }));
  }
  if (event.startsWith('set_') && side === 'artist' && nextStatus(own.status, event) === own.status)
    return unchanged;
  if (own.closed && event !== 'open') return null;
  if (event === 'decline' && own.state === 'declined' && side === 'artist') return unchanged;
  if (event === 'call_off' && own.state === 'called_off') return unchanged;
  if (event === 'ask_again' && side === 'client') {
    if (models.some(({ state }) => state === 'accepted' || state === 'completed')) return null;
    if (own.state === 'talking' || own.state === 'proposed') return unchanged;
  }
  if (event === 'accept' && side === 'client' && own.proposal && own.accepted) return unchanged;
  if (event === 'accept' && models.some(({ accepted }) => accepted)) return null;
  if (
    event === 'dispute' &&
    (own.completedBy === side || own.confirmed || isFinal(own.completedAt))
  )
    return null;
  if (
    event === 'undo_complete' &&
    (own.completedBy !== side || own.confirmed || own.review || isFinal(own.completedAt))
  )
    return null;
  const state = nextState(own.state, event, side, own.accepted);
  if (!state) return null;
  return models.map((model, i) => {
    if (i === n) return { ...model, ...factsAfter(model, state, event, side) };
    const passed = event === 'accept' ? nextState(model.state, 'pass', 'system') : null;
    return passed ? { ...model, state: passed, proposal: null } : { ...model };
  });
}

const isFinal = (since: number | null) => since !== null && hour - since >= FINAL;

/** The worker has looked at a request of that many hours. */
function expire(model: Model, age: number): Model {
  if (model.expiryOver || age < EXPIRES) return { ...model };
  const state = isSilent(model) ? nextState(model.state, 'expire', 'system') : null;
  return { ...model, expiryOver: true, state: state ?? model.state };
}

function reviewAfter(own: Model, { side, rating }: Step, event: 'review' | 'edit' | 'hide') {
  const { review } = own;
  if (event === 'hide') return review && { ...own, review: { ...review, hidden: true } };
  if (side !== 'client') return null;
  if (event === 'edit')
    return review && !isFinal(review.at)
      ? { ...own, review: { ...review, rating, edited: true } }
      : null;
  // The same again; an edited one is signed otherwise.
  if (review) return review.rating === rating && !review.edited ? { ...own } : null;
  return own.state === 'completed'
    ? { ...own, review: { id: '', rating, at: hour, edited: false } }
    : null;
}

/** Notes in the models what each artist is told of a step that was allowed. */
function tell(before: readonly Model[], after: readonly Model[], step: Step, age: number): void {
  for (const [i, now] of after.entries()) {
    const was = before[i] as Model;
    const own = i === step.artist;
    const tellOf = (kind: string) => {
      now.told = { ...now.told, [kind]: (now.told[kind] ?? 0) + 1 };
    };
    for (const kind of newsOf(was, now, step, own)) tellOf(kind);
    if (step.event === 'wait' && !was.reminderOver && age + step.hours >= REMINDED) {
      now.reminderOver = true;
      if (isSilent(was)) tellOf('lead_waiting');
    }
    if (!own) continue;
    if (step.event === 'write' && step.side === 'client') {
      if (!was.toldOfMessages) tellOf('lead_message');
      now.toldOfMessages = true;
    }
    if (step.side === 'artist' && isWork(was, step.event)) now.toldOfMessages = false;
  }
}

/** Notes in the models what whoever asked is told about each artist of a step that was allowed. */
function tellClient(before: readonly Model[], after: readonly Model[], step: Step): void {
  for (const [i, now] of after.entries()) {
    const was = before[i] as Model;
    const { side, event } = step;
    const kinds = i === step.artist ? clientNewsOf(was, now, step) : [];
    if (event === 'wait' && was.state !== 'expired' && now.state === 'expired')
      kinds.push('request_expired');
    for (const kind of kinds) {
      const count = now.toldClient[kind] ?? 0;
      now.toldClient = { ...now.toldClient, [kind]: ONCE.has(kind) ? 1 : count + 1 };
    }
    if (i === step.artist && event === 'write' && side === 'artist')
      now.clientToldOfMessages = true;
  }
}
/** Whatever goes back and forth, these are news once. */
const ONCE = new Set(['request_answered', 'request_declined', 'request_expired']);

function clientNewsOf(was: Model, now: Model, { event, side }: Step): string[] {
  if (event === 'hide') return was.review && !was.review.hidden ? ['request_review_hidden'] : [];
  if (side === 'client') return [];
  // The status of an artist who is not at the request any more is for their own list.
  const goesUp =
    !['declined', 'passed', 'called_off'].includes(now.state) &&
    LEAD_STATUSES.indexOf(now.status) > LEAD_STATUSES.indexOf(was.status);
  switch (event) {
    case 'propose':
      return ['request_proposal'];
    case 'decline':
      return was.state === 'declined' ? [] : ['request_declined'];
    case 'call_off':
      return was.state === 'called_off' ? [] : ['request_called_off'];
    case 'dispute':
      return ['request_disputed'];
    case 'write':
      return was.clientToldOfMessages ? [] : ['request_message'];
    case 'complete':
      // Said for the first time, again after a no (not after one's own going back), or as a yes to whoever asked.
      if (was.state !== 'completed')
        return was.disputed || !was.toldClient.request_completed ? ['request_completed'] : [];
      return was.completedBy === 'client' && !was.confirmed ? ['request_completed'] : [];
    case 'set_in_review':
      return goesUp ? ['request_answered'] : [];
    case 'set_completed':
      return goesUp && !was.toldClient.request_completed ? ['request_completed'] : [];
    default:
      return [];
  }
}

/** An artist who has put an answered request back to New has it to answer again. */
const isSilent = ({ answered, closed, state }: Model) =>
  !closed && (['sent', 'seen'].includes(state) || (state === 'talking' && !answered));

/** Whether an artist's step is one: what is so already is not done again. */
function isWork(was: Model, event: Event): boolean {
  if (OTHERS.some((other) => other === event)) return false;
  if (event.startsWith('set_'))
    return nextStatus(was.status, event as AssignmentEvent) !== was.status;
  if (event === 'call_off') return was.state !== 'called_off';
  return event !== 'decline' || was.state !== 'declined';
}

function newsOf(was: Model, now: Model, { event, side }: Step, own: boolean): string[] {
  const becomes = (state: AssignmentState) => was.state !== state && now.state === state;
  if (event === 'wait') return becomes('expired') ? ['lead_expired'] : [];
  if (event === 'close') return was.closed ? [] : ['request_withdrawn'];
  if (event === 'accept' && becomes('passed')) return ['lead_passed'];
  if (!own) return [];
  switch (event) {
    case 'accept':
      return becomes('accepted') ? ['lead_accepted'] : [];
    case 'complete':
      if (side === 'artist') return [];
      if (becomes('completed')) return ['lead_completed'];
      return was.confirmed || was.completedBy === 'client' ? [] : ['lead_agreed'];
    case 'call_off':
      return side === 'client' && becomes('called_off') ? ['lead_called_off'] : [];
    case 'ask_again':
      return was.state === 'passed' ? ['lead_asked_again'] : [];
    case 'turn_down':
      return ['lead_proposal_declined'];
    case 'dispute':
      return side === 'client' ? ['lead_disputed'] : [];
    case 'review':
      return was.review ? [] : ['lead_reviewed'];
    case 'hide':
      return was.review?.hidden ? [] : ['lead_review_hidden'];
    default:
      return [];
  }
}

function factsAfter(before: Model, state: AssignmentState, event: AssignmentEvent, side: Side) {
  const done = state === 'completed';
  const answers =
    side === 'artist' && event !== 'open' && nextStatus(before.status, event) !== 'new';
  return {
    state,
    status: nextStatus(before.status, event),
    accepted: event !== 'call_off' && (before.accepted || event === 'accept'),
    disputed: before.disputed || event === 'dispute' || event === 'undo_complete',
    completedBy: done ? (before.completedBy ?? side) : null,
    confirmed:
      done &&
      (before.confirmed ||
        (event === 'complete' && before.completedBy !== null && before.completedBy !== side)),
    proposal: ['retract', 'turn_down', 'decline', 'call_off'].includes(event)
      ? null
      : before.proposal,
    answered: before.answered || answers || event === 'decline',
    completedAt: done ? (before.completedAt ?? hour) : null,
  };
}

test(
  `${SEQUENCES} random sequences, with restarts in between, end as the rules say, and every count equals a recount`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (events) => {
        if (hour > LAST_HOUR) await end().then(begin);
        // Each sequence is somebody else's as far as reviews go: of one person there is one a year.
        await db.sql('update private.review_checks set address_hash = null');
        // Every other one by somebody with an account, who has notices too.
        const hasAccount = events.length % 2 === 0;
        const { id: lead, token = '' } = await submit(
          db,
          form(),
          hasAccount ? caller('client') : ANON,
        );
        await db.sql(
          `insert into public.lead_assignments (lead_id, artist_id, created_at)
           select $1, unnest($2::uuid[]), private.clock()`,
          [lead, ARTISTS.map(({ artist }) => artist)],
        );
        let models: Model[] = ARTISTS.map(() => ({
          state: 'sent',
          status: 'new',
          accepted: false,
          completedBy: null,
          confirmed: false,
          disputed: false,
          closed: false,
          proposal: null,
          answered: false,
          expiryOver: false,
          completedAt: null,
          review: null,
          told: { lead_received: 1 },
          toldOfMessages: false,
          reminderOver: false,
          toldClient: {},
          clientToldOfMessages: false,
        }));
        const asked = hour;
        let silence: 'unknown' | 'told' | 'over' = 'unknown';
        for (const each of events) {
          await restartNowAndThen();
          const next = follow(models, each, hour - asked);
          const own = models[each.artist] as Model;
          const answer = await act(each, lead, token, own).then(
            (value) => ({ value }),
            (error: unknown) => ({ code: codeOf(error) }),
          );
          expect({ ...each, refused: 'code' in answer }).toEqual({
            ...each,
            refused: next === null,
          });
          if (next === null || 'code' in answer) continue;
          tell(models, next, each, hour - asked - (each.event === 'wait' ? each.hours : 0));
          tellClient(models, next, each);
          if (silence === 'unknown' && each.event === 'wait' && hour - asked >= CLIENT_REMINDED)
            silence = models.some(isSilent) ? 'told' : 'over';
          models = next;
          const changed = models[each.artist] as Model;
          const { id: made = '' } = (answer.value ?? {}) as { id?: string };
          if (each.event === 'propose') changed.proposal = made;
          if (each.event === 'review')
            changed.review = { ...own.review, ...changed.review, id: made } as Model['review'];
          expect(await stored(lead)).toEqual(
            models.map(({ state, status, completedBy, confirmed, answered, review }) => ({
              state,
              status,
              completed_by: completedBy,
              confirmed,
              answered,
              rating: review?.rating ?? null,
            })),
          );
        }
        await expectRecounted(lead, token);
        expect(await noticesAbout(lead)).toEqual(models.map(({ told }) => told));
        expect(await clientNotices(lead)).toEqual(
          hasAccount
            ? [
                ...models.map(({ toldClient }) => toldClient),
                { request_confirmed: 1, ...(silence === 'told' && { request_waiting: 1 }) },
              ]
            : [{}, {}, {}],
        );
      }),
      { numRuns: SEQUENCES, ...(process.env.SEED && { seed: Number(process.env.SEED) }) },
    );
  },
  60_000 + SEQUENCES * 200,
);

const stored = (lead: string) =>
  db.sql(
    `select state, status::text, completed_by, confirmed_at is not null as confirmed, answered_at is not null as answered,
       (select r.rating from private.review_checks c join public.reviews r on r.id = c.review_id
        where c.lead_id = a.lead_id and c.artist_id = a.artist_id) as rating
     from public.lead_assignments a where lead_id = $1 order by array_position($2::uuid[], artist_id)`,
    [lead, ARTISTS.map(({ artist }) => artist)],
  );

/** What each artist was told of a request, by kind and number. */
async function noticesAbout(lead: string): Promise<Record<string, number>[]> {
  const rows = await db.sql<{ user_id: string; kind: string; count: number }>(
    `select user_id, kind, count(*)::int as count from public.notices
     where lead_id = $1 and user_id = any ($2::uuid[]) group by 1, 2`,
    [lead, ARTISTS.map(({ user }) => user)],
  );
  return ARTISTS.map(({ user }) =>
    Object.fromEntries(
      rows.filter(({ user_id }) => user_id === user).map(({ kind, count }) => [kind, count]),
    ),
  );
}

/** What whoever asked was told about each artist and about the request as a whole, by kind and number. */
async function clientNotices(lead: string): Promise<Record<string, number>[]> {
  const rows = await db.sql<{ artist_id: string | null; kind: string; count: number }>(
    `select artist_id, kind, count(*)::int as count from public.notices
     where lead_id = $1 and user_id = $2 group by 1, 2`,
    [lead, id('client')],
  );
  return [...ARTISTS.map(({ artist }) => artist), null].map((artist) =>
    Object.fromEntries(
      rows.filter(({ artist_id }) => artist_id === artist).map(({ kind, count }) => [kind, count]),
    ),
  );
}

/** What is kept beside the facts equals what the facts say. */
async function expectRecounted(lead: string, token: string): Promise<void> {
  const wrong = await db.sql(
    `select a.artist_id, w.what from public.lead_assignments a, lateral (values
       ('state', a.state is distinct from coalesce(
         (select e.state from public.assignment_events e where e.lead_id = a.lead_id and e.artist_id = a.artist_id order by e.id desc limit 1), 'sent')),
       ('answered', (a.answered_at is null) <> not exists (
         select from public.lead_messages m where m.lead_id = a.lead_id and m.artist_id = a.artist_id and m.sender = 'artist'
         union all select from public.proposals p where p.lead_id = a.lead_id and p.artist_id = a.artist_id
         union all select from public.assignment_events e where e.lead_id = a.lead_id and e.artist_id = a.artist_id
           and e.actor = 'artist' and e.event <> 'open')
         and not exists (select from private.audit_log l where l.subject = a.lead_id and l.action = 'lead.status'
           and l.detail ->> 'artist' = a.artist_id::text)),
       ('open proposals', 1 < (select count(*) from public.proposals p
         where p.lead_id = a.lead_id and p.artist_id = a.artist_id and p.state in ('open', 'accepted'))),
       ('notice of messages', (exists (select from public.notices n join public.artists t on t.user_id = n.user_id
           where t.id = a.artist_id and n.lead_id = a.lead_id and n.kind = 'lead_message' and n.read_at is null))
         and not exists (select from public.lead_messages m where m.lead_id = a.lead_id and m.artist_id = a.artist_id
           and m.sender = 'client' and m.position > a.artist_read))
     ) w (what, is_wrong) where a.lead_id = $1 and w.is_wrong`,
    [lead],
  );
  expect(wrong).toEqual([]);
  const [{ accepted } = { accepted: 0 }] = await db.sql<{ accepted: number }>(
    `select count(*)::int as accepted from public.proposals where lead_id = $1 and state = 'accepted'`,
    [lead],
  );
  expect(accepted).toBeLessThanOrEqual(1);
  for (const { artist } of ARTISTS) {
    expect(await factsOf(db, artist)).toEqual(await recount(db, artist));
    expect(await ratingOf(db, artist)).toEqual(await ratingOf(db, artist, 'reviews'));
  }
  const page = (await rpc('track_request', { token }, ANON)) as {
    artists: { id: string; unread: number }[];
  };
  const unread = await db.sql<{ id: string; unread: number }>(
    `select a.artist_id as id, (select count(*)::int from public.lead_messages m where m.lead_id = a.lead_id
       and m.artist_id = a.artist_id and m.sender = 'artist' and m.position > a.client_read) as unread
     from public.lead_assignments a where a.lead_id = $1 order by 1`,
    [lead],
  );
  const shown = page.artists.map(({ id, unread }) => ({ id, unread }));
  expect(shown.sort((a, b) => a.id.localeCompare(b.id))).toEqual(unread);
}
