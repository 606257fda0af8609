import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { MESSAGES } from '#lib/errors.ts';
import { refusal } from '../support/actors.ts';
import { ask, HALVES, jobOfL1, type Payments, type Who } from '../support/payments.ts';
import { mailKinds } from '../support/read.ts';
import { id, worldOfFile } from '../support/world.ts';

/** What is asked for, reported, received, disputed and waived, by whom, and that nothing else is. */
const db = await worldOfFile();
const job = jobOfL1(db);
beforeEach(() => job.begin());

const states = ({ parts }: Payments) => parts.map(({ state }) => state);
const mails = () => mailKinds(db, `kind like '%payment%'`);

/** What a side sees, with nothing that it can do about a part. */
const withoutActs = (money: Awaited<ReturnType<typeof job.read>>) => ({
  ...money,
  parts: money.parts.map((part) => ({ ...part, can: [] })),
});

describe('what both see', () => {
  test('nothing until both have signed, and then the parts that are due at once', async () => {
    expect(await job.read('client')).toBeNull();
    const hash = await job.offer(HALVES);
    await job.sign('client', hash);
    expect(await job.read('artist2')).toBeNull();
    await job.sign('artist2', hash);
    const seen = await job.read('client');
    expect(seen).toMatchObject({
      side: 'client',
      writable: true,
      agreement: 'in_force',
      artist: 'Marisol Vega',
      client: 'Ana Ruiz',
      price: 4200,
      hash,
      how_to_pay: null,
      parts: [
        { label: 'Deposit', amount: 2100, due: 'signed', state: 'due', can: ['dispute', 'report'] },
        { label: 'Final payment', amount: 2100, due: 'done', state: 'planned', due_at: null },
      ],
      notes: [{ part: seen.parts[0]?.id, actor: 'system', event: 'fall_due', note: null }],
    });
    expect(await job.read('guest')).toEqual(seen);
    const other = await job.read('artist2');
    expect(other.parts[0]?.can).toEqual(['ask', 'receive', 'waive']);
    expect(withoutActs(other)).toEqual({ ...withoutActs(seen), side: 'artist' });
    expect(await mails()).toEqual([]);
  });

  test('is what an admin with a reason reads too, of the whole job', async () => {
    const { hash } = await job.agree(HALVES);
    const key = [id('L1'), id('A2')];
    const read = (reason: string) =>
      ask(db, 'admin', 'public.admin_read_conversation($1, $2, $3)', [...key, reason]);
    expect(await refusal(read('because'))).toMatchObject({ code: 'not_allowed' });
    const sketch = `insert into private.sketches (lead_id, artist_id, state) values ($1, $2, 'open')`;
    await db.sql(sketch, key);
    expect(await read('The client asked us to help')).toMatchObject({
      agreement: { current: { hash }, in_force: null },
      money: { ...withoutActs(await job.read('client')), side: 'admin' },
      sketches: { side: 'admin', state: 'open', versions: [] },
    });
  });

  test('how to pay, while the agreement is in force', async () => {
    await job.agree(HALVES, { how_to_pay: 'Zelle, 210-555-0143' });
    expect((await job.read('guest')).how_to_pay).toBe('Zelle, 210-555-0143');
    await db.sql(`update private.agreements set state = 'ended', ended_by = 'client'`);
    expect(await job.read('client')).toMatchObject({ how_to_pay: null, agreement: 'ended' });
  });

  test('a part of another job is not one of this', async () => {
    await job.agree(HALVES);
    await db.sql(
      `update public.lead_assignments set state = 'accepted', accepted_at = now() where lead_id = $1 and artist_id = $2`,
      [id('L2'), id('A1')],
    );
    await db.sql(
      `insert into private.agreements (lead_id, artist_id, state, version, in_force) values ($1, $2, 'in_force', 1, 1)`,
      [id('L2'), id('A1')],
    );
    const [foreign] = await db.sql<{ id: string }>(
      `insert into private.payment_parts (lead_id, artist_id, position, label, amount, due, state)
         values ($1, $2, 1, 'Theirs', 5, 'signed', 'due') returning id`,
      [id('L2'), id('A1')],
    );
    expect(await refusal(job.move('artist2', foreign?.id, 'receive'))).toMatchObject({
      code: 'invalid_input',
      field: 'part',
    });
    expect(await refusal(job.report('client', randomUUID()))).toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('a part of a part', () => {
  const shown = ({ parts }: Awaited<ReturnType<typeof job.read>>) =>
    parts.map(({ label, amount, state }) => [label, amount, state]);

  test('counts as what arrived, and the rest is due', async () => {
    const { parts } = await job.agree(HALVES);
    const deposit = parts[0]?.id;
    await job.report('guest', deposit, { amount: 200 });
    const once = randomUUID();
    const first = await job.move('artist2', deposit, 'receive', { amount: 200, once });
    expect(shown(first)).toEqual([
      ['Deposit', 200, 'received'],
      ['Deposit, the rest', 1900, 'due'],
      ['Final payment', 2100, 'planned'],
    ]);
    expect(shown(await job.move('artist2', deposit, 'receive', { amount: 200, once }))).toEqual(
      shown(first),
    );
    const again = job.move('artist2', deposit, 'receive', { amount: 300, once });
    expect(await refusal(again)).toMatchObject({ code: 'idempotency_conflict' });
    const rest = first.parts[1]?.id;
    await job.report('client', rest, { amount: 900 });
    // Who names no amount means what was reported.
    expect(shown(await job.move('artist2', rest, 'receive'))).toEqual([
      ['Deposit', 200, 'received'],
      ['Deposit, the rest', 900, 'received'],
      ['Deposit, the rest', 1000, 'due'],
      ['Final payment', 2100, 'planned'],
    ]);
    const kept = await db.sql<{ sum: number }>(
      'select sum(amount)::int as sum from private.payment_parts where lead_id = $1 and dropped_at is null',
      [id('L1')],
    );
    expect(kept[0]?.sum).toBe(4200);
  });

  test('is no reason to refuse the next version, which keeps it', async () => {
    const { parts } = await job.agree(HALVES);
    await job.move('artist2', parts[0]?.id, 'receive', { amount: 1 });
    const { parts: after } = await job.agree([
      ['Deposit', 2100, 'signed'],
      ['Final payment', 1900, 'done'],
    ]);
    expect(after.map(({ label, amount, state }) => [label, amount, state])).toEqual([
      ['Deposit', 1, 'received'],
      ['Deposit, the rest', 2099, 'due'],
      ['Final payment', 1900, 'planned'],
    ]);
    const less = job.offer([['Deposit', 1, 'signed']]);
    expect(await refusal(less)).toMatchObject({ code: 'parts_begun' });
  });

  test.each([0, -5, 2101])('is not %i', async (amount) => {
    const { parts } = await job.agree(HALVES);
    const answer = await refusal(job.move('artist2', parts[0]?.id, 'receive', { amount }));
    expect(answer).toMatchObject({ code: 'received_amount_invalid', field: 'amount' });
    expect(states(await job.read('client'))).toEqual(['due', 'planned']);
  });

  test('of more than is due all of the part counts, and no other act has an amount', async () => {
    const { parts } = await job.agree(HALVES);
    await job.report('client', parts[0]?.id, { amount: 2500 });
    expect(shown(await job.move('artist2', parts[0]?.id, 'receive'))).toEqual([
      ['Deposit', 2100, 'received'],
      ['Final payment', 2100, 'planned'],
    ]);
    const asks = job.move('artist2', parts[1]?.id, 'ask', { amount: 5 });
    expect(await refusal(asks)).toMatchObject({ code: 'invalid_input', field: 'amount' });
  });

  test.each(['dispute', 'waive', 'receive', 'report'])(
    'received beside %s is one of both, never a mixture',
    async (other) => {
      const { parts } = await job.agree(HALVES);
      const part = parts[0]?.id;
      if (other !== 'waive') await job.report('client', part, { amount: 200 });
      const acts = await Promise.allSettled([
        job.move('artist2', part, 'receive', { amount: 200 }),
        other === 'report'
          ? job.report('client', part, { amount: 300 })
          : job.move('artist2', part, other, { note: 'No' }),
      ]);
      const done = acts.filter(({ status }) => status === 'fulfilled').length;
      expect(done).toBeGreaterThan(0);
      if (other === 'waive') expect(done).toBe(1);
      const { parts: after } = await job.read('client');
      expect(after.reduce((sum, { amount }) => sum + amount, 0)).toBe(4200);
      const received = after.filter(({ state }) => state === 'received');
      expect(received.length).toBeLessThanOrEqual(1);
    },
  );
});

describe('an act', () => {
  test('the whole way, from both sides, is told to the other', async () => {
    const { parts } = await job.agree(HALVES);
    const [deposit, last] = parts.map((part) => part.id);
    expect(states(await job.report('guest', deposit))).toEqual(['reported', 'planned']);
    expect(
      states(await job.move('artist2', deposit, 'dispute', { note: 'Nothing came.' })),
    ).toEqual(['disputed', 'planned']);
    expect(states(await job.report('client', deposit, { how: 'Check 1042' }))).toEqual([
      'reported',
      'planned',
    ]);
    expect(states(await job.move('artist2', deposit, 'receive'))).toEqual(['received', 'planned']);
    expect(states(await job.move('artist2', last, 'ask'))).toEqual(['received', 'asked']);
    expect(states(await job.move('guest', last, 'dispute', { note: 'Not done.' }))).toEqual([
      'received',
      'disputed',
    ]);
    const end = await job.move('artist2', last, 'waive', { note: 'A gift.' });
    expect(states(end)).toEqual(['received', 'waived']);
    expect(end.notes.map(({ actor, event, note, how }) => [actor, event, note ?? how])).toEqual([
      ['system', 'fall_due', null],
      ['client', 'report', 'Zelle'],
      ['artist', 'dispute', 'Nothing came.'],
      ['client', 'report', 'Check 1042'],
      ['artist', 'receive', null],
      ['artist', 'ask', null],
      ['client', 'dispute', 'Not done.'],
      ['artist', 'waive', 'A gift.'],
    ]);
    expect(await mails()).toEqual([
      'lead_payment_reported',
      // The second report is told by the email of the first, which has not left.
      'request_payment_disputed',
      'request_payment_received',
      'request_payment_asked',
      'lead_payment_disputed',
      'request_payment_waived',
    ]);
  });

  test.each([
    ['artist2', 'receive', 'received'],
    ['client', 'receive', 'due'],
    ['client', 'waive', 'due'],
    ['artist2', 'dispute', 'due'],
    ['client', 'dispute', 'reported'],
  ] as [Who, string, string][])('%s cannot %s what is %s', async (who, event, state) => {
    const { parts } = await job.agree(HALVES);
    await db.sql('update private.payment_parts set state = $2 where id = $1', [
      parts[0]?.id,
      state,
    ]);
    const answer = await refusal(job.move(who, parts[0]?.id, event, { note: 'No' }));
    expect(answer).toMatchObject({ code: 'move_refused', status: 409 });
    expect(await mails()).toEqual([]);
  });

  test.each([
    ['fall_due', 'invalid_input'],
    ['report', 'invalid_input'],
    [null, 'invalid_input'],
  ] as [string, string][])('%s is no act of a side', async (event, code) => {
    const { parts } = await job.agree(HALVES);
    expect(await refusal(job.move('artist2', parts[1]?.id, event))).toMatchObject({ code });
  });

  test.each([
    [{ amount: 0 }, 'amount_invalid', 'amount'],
    [{ amount: 1_000_001 }, 'amount_invalid', 'amount'],
    [{ amount: null }, 'amount_invalid', 'amount'],
    [{ how: ' ' }, 'how_required', 'how'],
    [{ how: null }, 'how_required', 'how'],
    [{ how: 'x'.repeat(101) }, 'how_too_long', 'how'],
    [{ how: 'Card 4111 1111 1111 1111' }, 'account_number_refused', 'how'],
    [{ on: '2019-12-31' }, 'paid_on_invalid', 'paid_on'],
    [{ on: '2126-01-01' }, 'paid_on_invalid', 'paid_on'],
    [{ on: null }, 'paid_on_invalid', 'paid_on'],
    [{ once: null }, 'invalid_input', null],
  ] as const)('a report of %j is refused', async (change, code, field) => {
    const { parts } = await job.agree(HALVES);
    expect(await refusal(job.report('client', parts[0]?.id, change))).toMatchObject({
      code,
      field,
      message: MESSAGES[code],
    });
    expect(states(await job.read('client'))).toEqual(['due', 'planned']);
  });

  test('a report may name the day that has begun farthest east, and none after it', async () => {
    const { parts } = await job.agree(HALVES);
    const dayThere = (days: number) =>
      new Date(Date.now() + (14 + 24 * days) * 3_600_000).toISOString().slice(0, 10);
    const late = refusal(job.report('client', parts[0]?.id, { on: dayThere(1) }));
    expect(await late).toMatchObject({ code: 'paid_on_invalid' });
    await job.report('client', parts[0]?.id, { on: dayThere(0) });
    expect(states(await job.read('client'))).toEqual(['reported', 'planned']);
  });

  test.each([
    ['client', 'dispute', null, 'reason_required'],
    ['client', 'dispute', ' ', 'reason_required'],
    ['artist2', 'ask', 'x'.repeat(501), 'reason_too_long'],
    ['artist2', 'ask', 'To account 123456789', 'account_number_refused'],
  ] as const)('%s: %s with %j is refused', async (who, event, note, code) => {
    const { parts } = await job.agree(HALVES);
    expect(await refusal(job.move(who, parts[0]?.id, event, { note }))).toMatchObject({
      code,
      field: 'note',
    });
  });

  test('the same key again changes nothing; with other words it is refused', async () => {
    const { parts } = await job.agree(HALVES);
    const [deposit, last] = parts.map((part) => part.id);
    const once = randomUUID();
    const first = await job.report('client', deposit, { once });
    expect(await job.report('guest', deposit, { once })).toEqual(first);
    for (const other of [
      () => job.report('client', deposit, { once, amount: 5 }),
      () => job.report('client', deposit, { once, how: 'Cash' }),
      () => job.report('client', deposit, { once, on: '2026-11-19' }),
      () => job.report('client', last, { once }),
      () => job.move('client', deposit, 'dispute', { once, note: 'No' }),
    ])
      expect(await refusal(other())).toMatchObject({ code: 'idempotency_conflict' });
    // The keys of the two sides are their own.
    const received = await job.move('artist2', deposit, 'receive', { once });
    expect(states(received)).toEqual(['received', 'planned']);
    expect(await job.move('artist2', deposit, 'receive', { once })).toEqual(received);
    // An answer that was lost is found again after what came later.
    expect(states(await job.report('client', deposit, { once }))).toEqual(['received', 'planned']);
    expect(await mails()).toEqual(['lead_payment_reported', 'request_payment_received']);
  });

  test('forty a day for each side', async () => {
    const { parts } = await job.agree(HALVES);
    for (let n = 0; n < 40; n++) await job.report('client', parts[0]?.id);
    expect(await refusal(job.report('client', parts[0]?.id))).toMatchObject({
      code: 'rate_limited',
    });
    expect(states(await job.move('artist2', parts[0]?.id, 'receive'))).toEqual([
      'received',
      'planned',
    ]);
  });

  test('not about a request that was withdrawn', async () => {
    const { parts } = await job.agree(HALVES);
    await db.sql('update public.lead_records set withdrawn_at = now() where id = $1', [id('L1')]);
    expect(await job.read('artist2')).toMatchObject({ writable: false, agreement: 'ended' });
    for (const act of [
      () => job.move('artist2', parts[0]?.id, 'receive'),
      () => job.report('client', parts[0]?.id),
    ])
      expect(await refusal(act())).toMatchObject({ code: 'request_withdrawn' });
  });

  test('what is owed when an agreement has ended can still be settled', async () => {
    const { parts } = await job.agree(HALVES);
    await db.sql(`update private.agreements set state = 'ended', ended_by = 'client'`);
    await job.report('client', parts[0]?.id);
    expect(states(await job.move('artist2', parts[0]?.id, 'receive'))).toEqual([
      'received',
      'planned',
    ]);
  });
});

describe('what is written down stays:', () => {
  test('a note, also for the operator', async () => {
    const { parts } = await job.agree(HALVES);
    await job.report('client', parts[0]?.id);
    const change = db.sql('update private.payment_notes set amount = 5 where amount is not null');
    expect(await refusal(change)).toMatchObject({ code: 'not_allowed' });
  });

  test.each([
    `state = 'due'`,
    'amount = 5',
    `label = 'Another'`,
    `due = 'halfway'`,
    'dropped_at = now()',
  ])('what has arrived (%s)', async (change) => {
    const { parts } = await job.agree(HALVES);
    await job.move('artist2', parts[0]?.id, 'receive');
    await expect(
      db.sql(`update private.payment_parts set ${change} where id = $1`, [parts[0]?.id]),
    ).rejects.toThrow();
  });
});

describe('of two acts at one instant', () => {
  test('a report and an arrival', async () => {
    const { parts } = await job.agree(HALVES);
    const part = parts[0]?.id;
    await Promise.allSettled([job.report('client', part), job.move('artist2', part, 'receive')]);
    const seen = await job.read('client');
    expect(seen.parts[0]?.state).toBe('received');
    expect(seen.notes.filter(({ event }) => event === 'receive')).toHaveLength(1);
    expect(seen.notes.at(-1)?.event).toBe('receive');
  });

  test('the same act twice', async () => {
    const { parts } = await job.agree(HALVES);
    const once = randomUUID();
    await Promise.all([1, 2, 3].map(() => job.report('client', parts[0]?.id, { once })));
    expect((await job.read('client')).notes).toHaveLength(2);
    expect(await mails()).toEqual(['lead_payment_reported']);
  });
});
