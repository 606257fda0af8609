import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import {
  ASSIGNMENT_EVENTS,
  ASSIGNMENT_STATES,
  type AssignmentEvent,
  type AssignmentState,
} from '#features/requests/assignment.ts';
import type { LeadStatus } from '#features/requests/lead-status.ts';
import { become, codeOf, scratch } from '../support/actors.ts';
import { type Actor, caller, id, TOKEN_L1, worldOfFile } from '../support/world.ts';

/** Who could be with L1 and A2: their client, by account and by link, their artist, and everybody else. */
const CALLERS = ['client', 'guest', 'artist2', 'client2', 'artist', 'admin', 'anon'] as const;
type CallerName = (typeof CALLERS)[number];
const SIDE = { client: 'client', guest: 'client', artist2: 'artist', admin: 'admin' } as const;

const L1 = id('L1');
const A2 = id('A2');
const PROPOSAL = id('P1');
const token = (who: CallerName) => (who === 'guest' ? `, p_token => '${TOKEN_L1}'` : '');

/** How each event comes about; `pass` and `expire` follow from others and have no call. */
const CALLS: Partial<Record<AssignmentEvent, (who: CallerName) => string>> = {
  open: () => `public.mark_request_seen('${L1}')`,
  write: (who) => `public.send_message('${L1}', '${A2}', 'Hello', '${randomUUID()}'${token(who)})`,
  propose: () =>
    `public.send_proposal('${L1}', 900, 1100, current_date + 9, 3, 'With a lift', current_date + 9, '${randomUUID()}')`,
  retract: () => `public.withdraw_proposal('${PROPOSAL}')`,
  accept: (who) => `public.accept_proposal('${PROPOSAL}'${token(who)})`,
  decline: () => `public.decline_lead('${L1}', 'Fully booked')`,
  close: (who) => `public.close_request('${L1}'${token(who)})`,
  call_off: (who) => `public.call_off_job('${L1}', '${A2}', 'Sold the house'${token(who)})`,
  ask_again: (who) =>
    `public.ask_artist_again(p_artist => '${A2}', ${who === 'guest' ? `p_token => '${TOKEN_L1}'` : `p_lead => '${L1}'`})`,
  complete: (who) => `public.complete_request('${L1}', '${A2}'${token(who)})`,
  dispute: (who) => `public.dispute_completion('${L1}', '${A2}'${token(who)})`,
  set_new: () => `public.set_lead_status('${L1}', 'new')`,
  set_in_review: () => `public.set_lead_status('${L1}', 'in_review')`,
  set_completed: () => `public.set_lead_status('${L1}', 'completed')`,
};

/** What the specification's status is in a state that came about in the usual way. */
const USUAL: Record<AssignmentState, LeadStatus> = {
  sent: 'new',
  seen: 'new',
  talking: 'in_review',
  proposed: 'in_review',
  accepted: 'in_review',
  completed: 'completed',
  declined: 'in_review',
  passed: 'in_review',
  expired: 'new',
  withdrawn: 'in_review',
  called_off: 'in_review',
};
/** What became of the artist's proposal by then. */
const PROPOSAL_STATE: Partial<Record<AssignmentState, string>> = {
  proposed: 'open',
  accepted: 'accepted',
  completed: 'accepted',
  passed: 'passed',
  called_off: 'called_off',
};

/** The specification's status after an event: what is answered is in review. Others leave it as it is. */
const STATUS_AFTER: Partial<Record<AssignmentEvent, LeadStatus>> = {
  set_new: 'new',
  set_in_review: 'in_review',
  set_completed: 'completed',
  write: 'in_review',
  propose: 'in_review',
  accept: 'in_review',
  complete: 'completed',
  dispute: 'in_review',
  undo_complete: 'in_review',
};

const db = await worldOfFile();
const moves = await db.sql<{ move: string; becomes: AssignmentState }>(
  `select concat_ws(' ', state, event, actor) as move, becomes from private.moves where process = 'assignment'`,
);
const becomes = new Map(moves.map((row) => [row.move, row.becomes]));
beforeAll(async () => {
  // Only A2 has L1, so that what a move does to others does not blur what it does here.
  await db.sql(`delete from public.lead_assignments where lead_id = $1 and artist_id <> $2`, [
    L1,
    A2,
  ]);
});

async function put(tx: Queryable, state: AssignmentState) {
  const accepted = PROPOSAL_STATE[state] === 'accepted';
  await tx.sql(
    `update public.lead_assignments set status = $1::public.lead_status, state = $2,
       accepted_at = case when $3 then now() end, completed_by = case when $2 = 'completed' then 'artist' end,
       completed_at = case when $2 = 'completed' then now() end
     where lead_id = $4`,
    [USUAL[state], state, accepted, L1],
  );
  await tx.sql('update public.lead_assignments set state = $1 where lead_id = $2', [state, L1]);
  await tx.sql('update public.proposals set state = $1 where id = $2', [
    PROPOSAL_STATE[state] ?? 'withdrawn',
    PROPOSAL,
  ]);
  if (state === 'withdrawn')
    await tx.sql('update public.lead_records set withdrawn_at = now() where id = $1', [L1]);
}

/** Everything that a move could change, as one text. */
async function everything(tx: Queryable): Promise<string> {
  const [row] = await tx.sql<{ all: string }>(
    `select jsonb_build_array(
       (select jsonb_agg(a order by a.artist_id) from public.lead_assignments a),
       (select jsonb_agg(p order by p.id) from public.proposals p),
       (select jsonb_agg(m order by m.id) from public.lead_messages m),
       (select jsonb_agg(e order by e.id) from public.assignment_events e),
       (select jsonb_agg(n order by n.id) from public.notices n),
       (select jsonb_agg(o order by o.id) from private.mails o),
       (select count(*) from private.audit_log),
       (select jsonb_agg(l order by l.id) from public.lead_records l))::text as all`,
  );
  return row?.all ?? '';
}

const now = async (tx: Queryable) => {
  const [row] = await tx.sql<{ state: AssignmentState; status: LeadStatus }>(
    'select state, status from public.lead_assignments where lead_id = $1',
    [L1],
  );
  return row;
};

test.each(ASSIGNMENT_STATES)(
  'from %s each caller does what the table allows, and nothing else',
  (state) =>
    scratch(db, async (tx) => {
      const wrong: string[] = [];
      await put(tx, state);
      const [before, was] = [await everything(tx), await now(tx)];
      await tx.sql('savepoint cell');
      for (const who of CALLERS)
        for (const event of ASSIGNMENT_EVENTS) {
          const statement = CALLS[event]?.(who);
          if (!statement) continue;
          const code = await attempt(tx, who, statement);
          const after = await now(tx);
          const found = code ? 'refused' : after?.state;
          const expected = whatFollows(state, event, who);
          const name = `${who} ${event}: ${found} (${code ?? 'ok'}) instead of ${expected}`;
          if (found !== expected) wrong.push(name);
          else if (code && (await everything(tx)) !== before) wrong.push(`${name}, changed`);
          else if (!code && was && after && after.state !== was.state) {
            const status = STATUS_AFTER[event] ?? was.status;
            if (after.status !== status) wrong.push(`${name}, status ${after.status}`);
          }
          await tx.sql('rollback to savepoint cell');
        }
      expect(wrong).toEqual([]);
    }),
);

/** Calls as somebody, in a savepoint; gives the code of a refusal. */
async function attempt(tx: Queryable, who: CallerName, statement: string): Promise<string | null> {
  await tx.sql('savepoint call');
  try {
    await become(tx, caller(who === 'guest' ? 'anon' : (who as Actor)));
    await tx.sql(`select ${statement}`);
    await tx.sql('reset role');
    return null;
  } catch (error) {
    await tx.sql('rollback to call');
    return codeOf(error);
  }
}

/** The state that the table of moves leads to, or a refusal; what was done already may be done again. */
function whatFollows(state: AssignmentState, event: AssignmentEvent, who: CallerName) {
  const side = who in SIDE ? SIDE[who as keyof typeof SIDE] : null;
  if (!side) return 'refused';
  // The call of a menu that says what is there already is answered, and moves nothing.
  if (event.startsWith('set_')) {
    const same = event === `set_${USUAL[state]}`;
    if (side === 'client') return 'refused';
    if (same) return state;
    return state === 'withdrawn' ? 'refused' : nextState(state, event, side);
  }
  if (side === 'admin') return 'refused';
  if (state === 'withdrawn' && event !== 'open' && event !== 'close') return 'refused';
  if (event === 'decline' && state === 'declined' && side === 'artist') return state;
  if (event === 'call_off' && state === 'called_off') return state;
  if (event === 'ask_again' && side === 'client' && ['talking', 'proposed'].includes(state))
    return state;
  if (event === 'accept' && accepted(state) && side === 'client') return state;
  if (event === 'retract' && side === 'artist' && !PROPOSAL_STATE[state]) return state;
  // Who said it does not take it back; the other one may, once.
  if (event === 'dispute' && side === 'artist') return 'refused';
  return nextState(state, event, side) ?? 'refused';
}

/** As the table of moves has it; what was completed and is not goes back to `accepted` where a proposal was accepted. */
function nextState(
  state: AssignmentState,
  event: string,
  side: string,
): AssignmentState | undefined {
  const next = becomes.get(`${state} ${event} ${side}`);
  const reopened = next && state === 'completed' && next !== 'completed';
  return reopened && accepted(state) ? 'accepted' : next;
}

function accepted(state: AssignmentState): boolean {
  return PROPOSAL_STATE[state] === 'accepted';
}
