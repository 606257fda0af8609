import { beforeEach, expect, test } from 'vitest';
import { refusal } from '../support/actors.ts';
import { jobOfL1, type Parts, type Payments } from '../support/payments.ts';
import { worldOfFile } from '../support/world.ts';

/** What becomes of the parts when both sign another version. */
const db = await worldOfFile();
const job = jobOfL1(db);
beforeEach(() => job.begin());

const BEFORE: Parts = [
  ['Deposit', 1000, 'signed'],
  ['Second payment', 2000, 'halfway'],
  ['Final payment', 1000, 'done'],
];
const lines = ({ parts }: Payments) =>
  parts.map(({ label, amount, state }) => `${label} ${amount} ${state}`);
const idOf = ({ parts }: Payments, label: string) =>
  parts.find((part) => part.label === label)?.id as string;

test('what is the same stays with all that was done about it, in its new place', async () => {
  const before = await job.agree(BEFORE);
  await job.move('artist2', idOf(before, 'Deposit'), 'receive');
  await job.move('artist2', idOf(before, 'Final payment'), 'ask', { note: 'For the lift.' });
  const after = await job.agree([
    ['Final payment', 1000, 'done'],
    ['Lift', 500, 'first_day'],
    ['Deposit', 1000, 'signed'],
  ]);
  expect(lines(after)).toEqual([
    'Final payment 1000 asked',
    'Lift 500 planned',
    'Deposit 1000 received',
  ]);
  expect(idOf(after, 'Deposit')).toBe(idOf(before, 'Deposit'));
  expect(after.price).toBe(2500);
  expect(after.notes.map(({ event }) => event)).toEqual(['fall_due', 'receive', 'ask']);
  // What was left out is kept, and nobody does anything about it any more.
  const dropped = await db.sql<{ label: string }>(
    'select label from private.payment_parts where dropped_at is not null',
  );
  expect(dropped).toEqual([{ label: 'Second payment' }]);
  const gone = job.move('artist2', idOf(before, 'Second payment'), 'ask');
  expect(await refusal(gone)).toMatchObject({ code: 'move_refused' });
});

test.each([
  ['reported', 'guest', 'report'],
  ['received', 'artist2', 'receive'],
  ['waived', 'artist2', 'waive'],
] as const)('a version without what is %s is not offered', async (_, who, event) => {
  const before = await job.agree(BEFORE);
  const part = idOf(before, 'Deposit');
  await (event === 'report' ? job.report(who, part) : job.move(who, part, event));
  for (const changed of [
    [['Deposit', 1500, 'signed']],
    [['Deposit', 1000, 'first_day']],
    [['First payment', 1000, 'signed']],
  ] as Parts[])
    expect(await refusal(job.offer(changed))).toMatchObject({
      code: 'parts_begun',
      field: 'parts',
      status: 409,
    });
  expect(await job.read('client')).toMatchObject({ agreement: 'in_force', price: 4000 });
});

test('nor is one signed where it was begun meanwhile', async () => {
  const before = await job.agree(BEFORE);
  const hash = await job.offer([['All', 4000, 'done']]);
  await job.sign('client', hash);
  await job.report('client', idOf(before, 'Deposit'));
  expect(await refusal(job.sign('artist2', hash))).toMatchObject({ code: 'parts_begun' });
  const seen = await job.read('client');
  expect(seen).toMatchObject({ agreement: 'amending', price: 4000 });
  expect(lines(seen)).toHaveLength(3);
  // What does not arrive leaves the way free.
  await job.move('artist2', idOf(before, 'Deposit'), 'dispute', { note: 'Nothing came.' });
  await job.sign('artist2', hash);
  expect(lines(await job.read('client'))).toEqual(['All 4000 planned']);
});

test('of two that are the same the one that is paid stays', async () => {
  const before = await job.agree([
    ['Payment', 500, 'halfway'],
    ['Payment', 500, 'halfway'],
  ]);
  await job.move('artist2', before.parts[1]?.id, 'receive');
  const after = await job.agree([
    ['Payment', 500, 'halfway'],
    ['Lift', 200, 'done'],
  ]);
  expect(lines(after)).toEqual(['Payment 500 received', 'Lift 200 planned']);
  expect(await refusal(job.offer([['Lift', 200, 'done']]))).toMatchObject({ code: 'parts_begun' });
  const both = await job.agree([
    ['Payment', 500, 'halfway'],
    ['Payment', 500, 'halfway'],
  ]);
  expect(lines(both)).toEqual(['Payment 500 received', 'Payment 500 planned']);
});

test.each([0, 1])('of a signature and a report at one instant only one counts (%i)', async () => {
  const before = await job.agree(BEFORE);
  const hash = await job.offer([
    ['First half', 2000, 'signed'],
    ['Second half', 2000, 'done'],
  ]);
  await job.sign('client', hash);
  const [signed, reported] = await Promise.allSettled([
    job.sign('artist2', hash),
    job.report('client', idOf(before, 'Deposit'), { amount: 1000 }),
  ]);
  expect([signed.status, reported.status].sort()).toEqual(['fulfilled', 'rejected']);
  const seen = await job.read('client');
  expect(seen.parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(seen.price);
  expect(seen.hash === hash).toBe(signed.status === 'fulfilled');
  expect(lines(seen)[0]).toBe(
    signed.status === 'fulfilled' ? 'First half 2000 due' : 'Deposit 1000 reported',
  );
});
