import { beforeEach, describe, expect, test } from 'vitest';
import { refusal, work } from '../support/actors.ts';
import { proveSenders } from '../support/leads.ts';
import { ask, HALVES, jobOfL1, type Parts } from '../support/payments.ts';
import { daysLater, valueIn } from '../support/read.ts';
import { id, worldOfFile } from '../support/world.ts';

/** What makes a part due, how often the client is reminded, and what the artist may begin before. */
const db = await worldOfFile();
const job = jobOfL1(db);
const key = [id('L1'), id('A2')];
beforeEach(() => job.begin());

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const stateOf = async (at = 0) => (await job.read('client')).parts[at]?.state;
const tend = () => db.sql('select private.tend_payments()');
const EACH: Parts = [
  ['A', 100, 'signed'],
  ['B', 100, 'design_approved'],
  ['C', 100, 'first_day'],
  ['D', 100, 'halfway'],
  ['E', 100, 'done'],
];

describe('a part is due', () => {
  test('when both have signed, and no other with it', async () => {
    const { parts } = await job.agree(EACH, { starts_on: dayIn(40), ends_on: dayIn(45) });
    expect(parts.map(({ state }) => state)).toEqual([
      'due',
      'planned',
      'planned',
      'planned',
      'planned',
    ]);
    expect(parts.map((part) => part.due_at !== null)).toEqual([true, false, false, false, false]);
  });

  test('when the design is approved, also before the agreement', async () => {
    const sketch = `insert into private.sketches (lead_id, artist_id, state, approved, approved_hash) values ($1, $2, $3, $4, $5)
      on conflict (lead_id, artist_id) do update set state = excluded.state, approved = excluded.approved, approved_hash = excluded.approved_hash`;
    await db.sql(sketch, [...key, 'open', null, null]);
    await job.agree(EACH, { starts_on: dayIn(40), ends_on: dayIn(45) });
    expect(await stateOf(1)).toBe('planned');
    await db.sql(sketch, [...key, 'approved', 1, 'x']);
    expect(await stateOf(1)).toBe('due');
    // Reopening a design does not give the money back.
    await db.sql(sketch, [...key, 'open', null, null]);
    expect(await stateOf(1)).toBe('due');
    await db.sql(sketch, [...key, 'approved', 2, 'x']);
    await job.agree([
      ['A', 100, 'signed'],
      ['Another', 100, 'design_approved'],
    ]);
    expect(await stateOf(1)).toBe('due');
  });

  test('when the first day comes, where the artist lives', async () => {
    await job.agree(EACH, { starts_on: dayIn(3), ends_on: dayIn(5) });
    const [row] = await db.sql<{ at: string }>(
      `select to_char(comes_at at time zone 'America/Chicago', 'YYYY-MM-DD HH24:MI') as at from private.payment_parts where due = 'first_day'`,
    );
    expect(row?.at).toBe(`${dayIn(3)} 00:00`);
    await daysLater(db, 1);
    await tend();
    expect(await stateOf(2)).toBe('planned');
    await daysLater(db, 4);
    await tend();
    expect(await stateOf(2)).toBe('due');
  });

  test('when a new version begins earlier', async () => {
    await job.agree(EACH, { starts_on: dayIn(40), ends_on: dayIn(45) });
    expect(await stateOf(2)).toBe('planned');
    await job.agree(EACH, { starts_on: dayIn(-1), ends_on: dayIn(5) });
    expect(await stateOf(2)).toBe('due');
  });

  test('when both say that the wall is painted', async () => {
    await job.agree(EACH, { starts_on: dayIn(40), ends_on: dayIn(45) });
    const done = (who: 'client' | 'artist2') =>
      ask(db, who, 'public.complete_request($1, $2)', key);
    await done('artist2');
    expect(await stateOf(4)).toBe('planned');
    await done('client');
    expect(await stateOf(4)).toBe('due');
    // It ends the wait for everything before it, 40 days before the planned first day.
    for (const part of [1, 2, 3]) expect(await stateOf(part)).toBe('due');
  });

  test('when one said so, and nobody has disagreed for two weeks', async () => {
    await job.agree(EACH, { starts_on: dayIn(400), ends_on: dayIn(401) });
    await ask(db, 'artist2', 'public.complete_request($1, $2)', key);
    await daysLater(db, 13);
    await tend();
    expect(await stateOf(4)).toBe('planned');
    await daysLater(db, 14.01);
    await tend();
    expect(await stateOf(4)).toBe('due');
  });

  test('not when that was taken back', async () => {
    await db.sql('delete from private.review_checks');
    await job.agree(EACH, { starts_on: dayIn(400), ends_on: dayIn(401) });
    await ask(db, 'artist2', 'public.complete_request($1, $2)', key);
    await ask(db, 'artist2', 'public.undo_completion($1, $2)', key);
    await daysLater(db, 20);
    await tend();
    expect(await stateOf(4)).toBe('planned');
    const [waits] = await db.sql<{ n: number }>(
      `select count(*)::int as n from private.payment_parts where comes_at <= private.clock() and state = 'planned'`,
    );
    expect(waits?.n, 'nothing is looked at again and again').toBe(0);
  });

  test.each(['ended', 'withdrawn'])('not of an agreement that is %s', async (how) => {
    await job.agree(EACH, { starts_on: dayIn(3), ends_on: dayIn(5) });
    if (how === 'ended')
      await ask(db, 'client', 'public.end_agreement($1, $2, $3)', [...key, 'Sold']);
    else
      await db.sql('update public.lead_records set withdrawn_at = now() where id = $1', [id('L1')]);
    await daysLater(db, 9);
    await tend();
    expect(await stateOf(2)).toBe('planned');
    expect(await reminders()).toBe(0);
    const left = await db.sql(
      `select from private.payment_parts where remind_at is not null or comes_at <= private.clock() and state = 'planned'`,
    );
    expect(left).toHaveLength(0);
  });
});

const reminders = async () =>
  (await db.sql(`select from private.mails where kind = 'request_payment_reminder'`)).length;

describe('the client is reminded', () => {
  /** What would be sent so many days after, by the worker of the emails. */
  const remindersAfter = async (days: number) => {
    await daysLater(db, days);
    await tend();
    await db.sql(`update private.mails set state = 'sent' where state = 'waiting'`);
    return reminders();
  };

  test('after a day and after a week, and then no more', async () => {
    await job.agree(HALVES);
    const told: number[] = [];
    for (const days of [0.9, 1.1, 2, 6.9, 7.1, 8, 30]) told.push(await remindersAfter(days));
    expect(told).toEqual([0, 1, 1, 1, 2, 2, 2]);
  });

  test('once by a worker that slept past both', async () => {
    await job.agree(HALVES);
    const told: number[] = [];
    for (const days of [9, 10, 30]) told.push(await remindersAfter(days));
    expect(told).toEqual([1, 1, 1]);
  });

  test('from when the artist asked', async () => {
    const { parts } = await job.agree([['All', 900, 'halfway']]);
    expect(await remindersAfter(5)).toBe(0);
    await job.move('artist2', parts[0]?.id, 'ask');
    expect(await remindersAfter(5.9)).toBe(0);
    expect(await remindersAfter(6.1)).toBe(1);
    expect(await remindersAfter(12.1)).toBe(2);
  });

  test.each(['report', 'receive', 'waive', 'dispute'])('not after a %s', async (event) => {
    const { parts } = await job.agree(HALVES);
    const part = parts[0]?.id;
    if (event === 'report') await job.report('client', part);
    else if (event === 'dispute') await job.move('client', part, 'dispute', { note: 'Why?' });
    else await job.move('artist2', part, event);
    expect(await remindersAfter(1.1)).toBe(0);
    expect(await remindersAfter(8)).toBe(0);
  });

  test('of the next part while one is reported, and of one while a new version waits', async () => {
    const { parts } = await job.agree([
      ['Deposit', 900, 'signed'],
      ['Rest', 900, 'halfway'],
    ]);
    await job.report('client', parts[0]?.id, { amount: 900 });
    await job.move('artist2', parts[1]?.id, 'ask');
    expect(await remindersAfter(1.1)).toBe(1);
    await job.offer([
      ['Deposit', 900, 'signed'],
      ['Rest', 900, 'halfway'],
    ]);
    expect(await remindersAfter(7.1)).toBe(2);
  });

  test('by the worker of the emails, with what is due when it leaves', async () => {
    await proveSenders(db);
    const { parts } = await job.agree(HALVES);
    await daysLater(db, 1.1);
    const sent = await work<{ kind: string; data: { payment: unknown } }>(db);
    const reminder = sent.find(({ kind }) => kind === 'request_payment_reminder');
    expect(reminder?.data.payment).toMatchObject({ label: 'Deposit', amount: 2100, note: null });
    // Paid between two looks of the worker.
    await db.sql('delete from private.mails');
    await daysLater(db, 7.1);
    await tend();
    expect(await reminders()).toBe(1);
    await job.move('artist2', parts[0]?.id, 'receive');
    const later = await work<{ kind: string }>(db);
    expect(later.map(({ kind }) => kind)).not.toContain('request_payment_reminder');
  });
});

describe('sketches wait for the design fee', () => {
  const open = () => valueIn<boolean>(db, 'select private.sketch_gate_open($1, $2)', key);
  const FEE: Parts = [
    ['Design fee', 400, 'signed'],
    ['Deposit', 1800, 'design_approved'],
    ['Final payment', 1800, 'done'],
  ];

  test.each(['receive', 'waive'])('until the artist says %s', async (event) => {
    expect(await open()).toBe(true);
    const { parts } = await job.agree(FEE);
    expect(await open()).toBe(false);
    await job.report('client', parts[0]?.id, { amount: 400 });
    expect(await open(), 'what the client says is not enough').toBe(false);
    await job.move('artist2', parts[0]?.id, 'dispute', { note: 'Nothing came.' });
    await job.move('artist2', parts[0]?.id, event);
    expect(await open()).toBe(true);
    const pictures = ask(db, 'artist2', 'public.add_sketch($1, $2, $3)', [
      id('L1'),
      '0'.repeat(64),
      id('N1'),
    ]);
    expect(await refusal(pictures)).toMatchObject({ code: 'sketch_missing' });
  });

  test('no longer than the agreement is in force', async () => {
    await job.agree(FEE);
    await ask(db, 'client', 'public.end_agreement($1, $2, $3)', [...key, 'Sold']);
    expect(await open()).toBe(true);
  });

  test('not where nothing is due with the design', async () => {
    await job.agree(HALVES);
    expect(await open()).toBe(true);
  });
});
