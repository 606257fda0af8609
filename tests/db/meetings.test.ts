/** @module-tag long */
import { expect, test, vi } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { ACTS, abandon, act, faults, meet, met, STAGES } from './support/meetings.ts';
import { worldOfFile } from './support/world.ts';

vi.setConfig({ testTimeout: 3 * 3_600_000 });

/** The product's own words: a caller reads a sentence for each. */
const CODED = /^(done|[a-z]+(_[a-z]+)*)$/;

const MANY = '100000000';
const db = await worldOfFile({
  ...{ lead_ip_limit: MANY, lead_user_limit: MANY, lead_total_limit: MANY, message_limit: MANY },
  ...{ link_email_limit: MANY, link_ip_limit: MANY },
});

/** Two acts at one instant, so often at each stage; gives what went wrong. */
async function meetings(one: string, other: string, rounds: number): Promise<string[]> {
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const stage = STAGES[round % STAGES.length] as (typeof STAGES)[number];
    const m = await meet(db, stage);
    if ([one, other].includes('client adopts')) await abandon(db, m);
    const names = [one, other];
    const answers = await Promise.all(names.map((name) => act(db, name, m)));
    const done = names.filter((_, at) => answers[at] === 'done');
    for (const code of answers) if (!CODED.test(code)) wrong.push(`${stage}: ${code}`);
    for (const fault of await faults(db, m, done)) wrong.push(`${stage}: ${fault}`);
  }
  return wrong;
}

/** What deadlocked or left something behind before there was an order of locks. */
const BEFORE: [string, string][] = [
  ['client chooses artists', 'client closes'],
  ['client chooses artists', 'admin assigns'],
  ['client chooses artists', 'client adds an artist'],
  ['client chooses artists', 'client erases'],
  ['client chooses artists', 'artist leaves'],
  ['emails are taken', 'client erases'],
  ['emails are taken', 'admin assigns'],
  ['client leaves', 'artist writes'],
  ['client leaves', 'client reports a payment'],
  ['client leaves', 'client adopts'],
  ['artist leaves', 'client writes'],
  ['admin notes', 'client erases'],
  ['client takes back consent', 'artist leaves'],
  ['client changes the link', 'client erases'],
  ['client changes the link', 'client leaves'],
  ['client calls off', 'artist calls off'],
  ['artist calls off', 'client signs'],
];

test.each(BEFORE)('%s while %s', { tags: ['core', 'effort'] }, async (one, other) => {
  expect(await meetings(one, other, effort(STAGES.length))).toEqual([]);
});

const NAMES = Object.keys(ACTS);
const PAIRS = NAMES.flatMap((one, at) => NAMES.slice(at).map((other) => [one, other] as const));

test('every two acts at one instant', async () => {
  const wrong: string[] = [];
  met.again = 0;
  for (const [one, other] of PAIRS)
    for (const fault of await meetings(one, other, effort(2.5)))
      wrong.push(`${one} + ${other}: ${fault}`);
  console.log(`${PAIRS.length} pairs, ${effort(2.5)} rounds each: ${met.again} tried again`);
  expect(wrong).toEqual([]);
});
