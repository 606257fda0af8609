import { expect, test } from 'vitest';
import type { Turn } from './job.ts';
import { actionPlace, actionText, isAwaited, turnOf } from './steps.ts';

const TODAY = '2026-11-27';
const told = (turn: Turn) => [actionText(turn, TODAY), actionPlace(turn)];

test.each<[Parameters<typeof turnOf>[0], Partial<Turn>, string, string]>([
  ['write_agreement', {}, 'Write the agreement', 'agreement'],
  ['pay_part', { amount: 1450, label: 'Deposit' }, 'Pay $1,450 (Deposit)', 'money'],
  ['pay_part', { amount: 1450 }, 'Pay $1,450', 'money'],
  ['settle_payment', { amount: 900 }, 'Settle the payment of $900', 'money'],
  ['send_sketch', { version: 1 }, 'Send a sketch', 'sketches'],
  ['send_sketch', { version: 2 }, 'Send the next sketch', 'sketches'],
  ['paint', { until: '2026-12-03' }, 'Paint the wall from Dec 3, 2026', 'work'],
  ['paint', { until: TODAY }, 'Paint the wall', 'work'],
])('%s %j', (action, change, text, place) => {
  expect(told({ ...turnOf(action), ...change })).toEqual([text, place]);
});

test('nobody is told to wait for what the other side does for itself', () => {
  expect(isAwaited(turnOf('pay_part'))).toBe(true);
  expect(isAwaited(turnOf('ask_for_payment'))).toBe(false);
  expect(isAwaited(turnOf('review'))).toBe(false);
});
