/** @module-tag effort */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ASSIGNMENT_EVENTS,
  type AssignmentEvent,
  type AssignmentState,
} from '#features/requests/assignment.ts';
import type { LeadStatus } from '#features/requests/lead-status.ts';
import { effort } from '../../support/effort.ts';
import { type Caller, callByName, codeOf, work } from '../support/actors.ts';
import { ANON, form, submit } from '../support/leads.ts';
import { assignmentMoves } from '../support/moves.ts';
import { nextStatus } from '../support/next-status.ts';
import { daysLater } from '../support/read.ts';
import { caller, id, worldOfFile } from '../support/world.ts';

const SEQUENCES = effort(6);
const MANY = '100000000';
const db = await worldOfFile({
  ...{ lead_ip_limit: MANY, lead_user_limit: MANY, lead_total_limit: MANY },
  ...{ message_limit: MANY, mail_address_limit: MANY },
});
const nextState = await assignmentMoves(db);
/** The hour by the database's clock, counted from that of this machine. */
let hour = 0;

const ARTISTS = [
  { artist: id('A1'), who: caller('artist') },
  { artist: id('A2'), who: caller('artist2') },
] as const;

/** One artist on the request, as the rules have it. */
interface Model {
  state: AssignmentState;
  status: LeadStatus;
  accepted: boolean;
  /** Who said that the wall is painted, and whether the other one agreed. */
  completedBy: 'client' | 'artist' | null;
  confirmed: boolean;
  /** Whoever asked has closed the request. */
  closed: boolean;
  /** Id of the proposal that can be accepted, or was. */
  proposal: string | null;
  answered: boolean;
  /** Silence has ended it, or has come too late to. */
  expiryOver: boolean;
  /** The hour in which somebody said that the wall is painted. */
  completedAt: number | null;
}

type Event = AssignmentEvent | 'wait';
type Side = 'client' | 'artist';
const step = fc.record({
  artist: fc.constantFrom(0, 1),
  side: fc.constantFrom<Side>('client', 'artist'),
  event: fc.constantFrom<Event>(
    ...ASSIGNMENT_EVENTS.filter((event) => !['pass', 'expire'].includes(event)),
    ...['wait' as const, 'wait' as const],
  ),
  hours: fc.constantFrom(1, 3, 20, 60, 170, 340),
});
type Step = { artist: number; side: Side; event: Event; hours: number };

const EXPIRES = 7 * 24;
const FINAL = 14 * 24;

/** Lets hours go by, and the worker do all that is due then. */
async function wait(hours: number): Promise<void> {
  hour += hours;
  await daysLater(db, hour / 24);
  const due = `select 1 from private.reminders where due_at <= private.clock()
    union all select 1 from private.fact_schedule where due_at < private.clock()`;
  do await work(db, 1);
  while ((await db.sql(due)).length > 0);
}

const rpc = (name: string, args: object, who: Caller) => callByName<unknown>(db, who, name, args);

/** Does one step through the API; gives the id of a new proposal. */
async function act(
  { event, side, artist: n, hours }: Step,
  lead: string,
  token: string,
  own: Model,
) {
  const { artist, who: user } = ARTISTS[n as 0 | 1];
  const who = side === 'artist' ? user : ANON;
  const link = side === 'client' ? { token } : {};
  switch (event) {
    case 'wait':
      return wait(hours);
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
    (own.completedBy !== side || own.confirmed || isFinal(own.completedAt))
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

/** An artist who has put an answered request back to New has it to answer again. */
const isSilent = ({ answered, closed, state }: Model) =>
  !closed && (['sent', 'seen'].includes(state) || (state === 'talking' && !answered));

function factsAfter(before: Model, state: AssignmentState, event: AssignmentEvent, side: Side) {
  const done = state === 'completed';
  const answers =
    side === 'artist' && event !== 'open' && nextStatus(before.status, event) !== 'new';
  return {
    state,
    status: nextStatus(before.status, event),
    accepted: event !== 'call_off' && (before.accepted || event === 'accept'),
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
  `${SEQUENCES} random sequences end as the rules say, and what is kept beside the facts equals them`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (events) => {
        const { id: lead, token = '' } = await submit(db, form(), ANON);
        await db.sql(
          `insert into public.lead_assignments (lead_id, artist_id, created_at)
         select $1, unnest($2::uuid[]), private.clock()`,
          [lead, ARTISTS.map(({ artist }) => artist)],
        );
        let models: Model[] = ARTISTS.map(() => ({
          ...{ state: 'sent', status: 'new', accepted: false, completedBy: null, confirmed: false },
          ...{
            closed: false,
            proposal: null,
            answered: false,
            expiryOver: false,
            completedAt: null,
          },
        }));
        const asked = hour;
        for (const each of events) {
          const next = follow(models, each, hour - asked);
          const answer = await act(each, lead, token, models[each.artist] as Model).then(
            (value) => ({ value }),
            (error: unknown) => ({ code: codeOf(error) }),
          );
          expect({ ...each, refused: 'code' in answer }).toEqual({
            ...each,
            refused: next === null,
          });
          if (next === null || 'code' in answer) continue;
          models = next;
          const { id: made = '' } = (answer.value ?? {}) as { id?: string };
          if (each.event === 'propose') (models[each.artist] as Model).proposal = made;
          expect(await stored(lead)).toEqual(
            models.map(({ state, status, completedBy, confirmed, answered }) => ({
              ...{ state, status, completed_by: completedBy, confirmed, answered },
            })),
          );
        }
        await expectRecounted(lead, token);
      }),
      { numRuns: SEQUENCES, ...(process.env.SEED && { seed: Number(process.env.SEED) }) },
    );
  },
  60_000 + SEQUENCES * 200,
);

const stored = (lead: string) =>
  db.sql(
    `select state, status::text, completed_by, confirmed_at is not null as confirmed, answered_at is not null as answered
     from public.lead_assignments a where lead_id = $1 order by array_position($2::uuid[], artist_id)`,
    [lead, ARTISTS.map(({ artist }) => artist)],
  );

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
