import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import type { ProposalDraft } from '#features/requests/proposals/proposal.ts';
import { MESSAGES } from '#lib/errors.ts';
import { DAY_CASES, PROPOSAL_CASES, proposalCase } from '../../support/cases/proposal-cases.ts';
import { become, refusal, refusedIn, scratch, scratchTests } from '../support/actors.ts';
import { type Actor, caller, id, worldOfFile } from '../support/world.ts';

/** What an artist offers: its rules, its history, and what taking it back and accepting it leave. */
const db = await worldOfFile();
const it = scratchTests(db);

/** Sends a proposal of A2 for L1. */
async function propose(tx: Queryable, change: Partial<ProposalDraft> = {}, key = randomUUID()) {
  const draft = proposalCase(change);
  const amount = (text: string) => (text === '' ? null : Number(text.replaceAll(',', '')));
  await become(tx, caller('artist2'));
  const [row] = await tx.sql<{ answer: { id: string; replayed: boolean } }>(
    `select public.send_proposal($1, $2, $3, $4::date, $5, $6, $7::date, $8, $9::text[]) as answer`,
    [
      id('L1'),
      amount(draft.low),
      amount(draft.high),
      draft.starts_on,
      amount(draft.days),
      draft.message,
      draft.valid_until,
      key,
      draft.included,
    ],
  );
  if (!row) throw new Error('no answer');
  return row.answer;
}

async function as(tx: Queryable, actor: Actor, call: string): Promise<void> {
  await become(tx, caller(actor));
  await tx.sql(`select ${call}`);
}

/** All of A2's proposals for L1, as its artist reads them: the newest first. */
async function history(tx: Queryable) {
  await become(tx, caller('artist2'));
  return tx.sql<{ low: number; state: string }>(
    `select low, state from public.proposals where lead_id = $1 order by created_at desc, low desc`,
    [id('L1')],
  );
}

async function stateOf(tx: Queryable): Promise<string | undefined> {
  await become(tx, { role: 'postgres' });
  const [row] = await tx.sql<{ state: string }>(
    'select state from public.lead_assignments where lead_id = $1 and artist_id = $2',
    [id('L1'), id('A2')],
  );
  return row?.state;
}

/** Runs a call that must be refused, and lets the transaction go on after it. */
describe('the rules of the form, by the cases that its schema has', () => {
  test.each([...PROPOSAL_CASES, ...DAY_CASES].map(([change, code]) => ({ change, code })))(
    '$change.low $change.high $change.days $change.starts_on $change.valid_until: $code',
    ({ change, code }) =>
      scratch(db, async (tx) => {
        if (!code) return expect(await propose(tx, change)).toMatchObject({ replayed: false });
        const answer = await refusal(propose(tx, change));
        expect(answer).toMatchObject({ code, message: MESSAGES[code], status: 422 });
      }),
  );
});

it('a change is a new proposal, and the one before is kept', async (tx) => {
  const key = randomUUID();
  const first = await propose(tx, { low: '3000', message: '  Two rounds of design  ' }, key);
  expect(await propose(tx, { low: '3000', message: 'Two rounds of design' }, key)).toEqual({
    id: first.id,
    replayed: true,
  });
  expect(await refusedIn(tx, () => propose(tx, { low: '3001' }, key))).toBe('idempotency_conflict');
  await propose(tx, { low: '3500' });
  // P1 of the world is the oldest.
  expect((await history(tx)).map(({ state }) => state).sort()).toEqual([
    'open',
    'replaced',
    'replaced',
  ]);
  expect(await stateOf(tx)).toBe('proposed');
  // The world has the first line; each change since is a line in the conversation, and an entry.
  const told = (table: string) =>
    tx.sql(`select 1 from ${table}`, [id('L1')]).then((rows) => rows.length);
  expect(await told(`public.assignment_events where lead_id = $1 and event = 'propose'`)).toBe(3);
  expect(
    await told(
      `private.audit_log where subject = $1 and detail @> '{"event": "propose", "from": "proposed", "to": "proposed"}'`,
    ),
  ).toBe(2);
  // Only what is open can be taken back; again changes nothing.
  const stale = `public.withdraw_proposal('${first.id}')`;
  expect(await refusedIn(tx, () => as(tx, 'artist2', stale))).toBe('proposal_changed');
});

it('what is taken back cannot be accepted, and can be offered anew', async (tx) => {
  const { id: proposal } = await propose(tx, { low: '3000' });
  const back = `public.withdraw_proposal('${proposal}')`;
  for (const other of ['artist', 'client', 'admin'] as const)
    expect(await refusedIn(tx, () => as(tx, other, back)), other).toBe('not_allowed');
  await as(tx, 'artist2', back);
  await as(tx, 'artist2', back);
  expect(await stateOf(tx)).toBe('talking');
  const accept = `public.accept_proposal('${proposal}')`;
  expect(await refusedIn(tx, () => as(tx, 'client', accept))).toBe('proposal_changed');
  await propose(tx, { low: '2900' });
  expect(await history(tx)).toContainEqual({ low: 2900, state: 'open' });
  expect(await history(tx)).toContainEqual({ low: 3000, state: 'withdrawn' });
});

it('declining takes the offer along, and asks for a reason of some length', async (tx) => {
  await propose(tx, { low: '3000' });
  const decline = (reason: string) =>
    as(tx, 'artist2', `public.decline_lead('${id('L1')}', '${reason}')`);
  expect(await refusedIn(tx, () => decline('  '))).toBe('reason_required');
  expect(await refusedIn(tx, () => decline('x'.repeat(501)))).toBe('reason_too_long');
  await decline('x'.repeat(500));
  // An answer that was lost.
  await decline('Fully booked');
  expect(await stateOf(tx)).toBe('declined');
  expect(await history(tx)).toContainEqual({ low: 3000, state: 'withdrawn' });
  await become(tx, caller('client'));
  const reasons = await tx.sql<{ reason: string }>(
    `select reason from public.assignment_events where lead_id = $1 and event = 'decline'`,
    [id('L1')],
  );
  expect(reasons).toEqual([{ reason: 'x'.repeat(500) }]);
  expect(await refusedIn(tx, () => propose(tx))).toBe('move_refused');
});
