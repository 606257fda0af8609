/** @module-tag long */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { effort } from '#tests/support/effort.ts';
import { ACTS, abandon, act, faults, type Meeting, meet, met, STAGES } from './support/meetings.ts';
import { createWorld } from './support/world.ts';

vi.setConfig({ testTimeout: 3 * 3_600_000 });

/** The product's own words: a caller reads a sentence for each. */
const CODED = /^(done|[a-z]+(_[a-z]+)*)$/;
const AT_ONCE = 8;

let db: TestBackend;
beforeAll(async () => {
  db = await testBackend({ pools: { owner: { sessions: AT_ONCE + 2, waiting: 500 } } });
  await createWorld(db);
  const limits = ['lead_ip_limit', 'lead_user_limit', 'lead_total_limit', 'message_limit'];
  await db.sql(
    `insert into private.settings (key, value) select x, '100000000' from unnest($1::text[]) x
     on conflict (key) do update set value = excluded.value`,
    [[...limits, 'link_email_limit', 'link_ip_limit']],
  );
});
afterAll(() => db?.stop());

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

test('any acts, eight at once over four requests', async () => {
  const wrong: string[] = [];
  const begin = async () => ({
    m: await meet(db, STAGES[Math.floor(Math.random() * STAGES.length)] ?? 'agreed'),
    done: [] as string[],
    left: 40,
  });
  const requests = await Promise.all([0, 1, 2, 3].map(begin));
  const ended: { m: Meeting; done: string[] }[] = [];
  met.again = 0;
  let calls = effort(500);
  const next = async () => {
    while (calls-- > 0) {
      const at = Math.floor(Math.random() * requests.length);
      const request = requests[at] as (typeof requests)[number];
      const name = NAMES[Math.floor(Math.random() * NAMES.length)] as string;
      const code = await act(db, name, request.m);
      if (code === 'done') request.done.push(name);
      if (!CODED.test(code)) wrong.push(`${name}: ${code}`);
      // Nothing more happens to one that is erased: another takes its place.
      request.left -= 1;
      if (request.left === 0) {
        ended.push(request);
        requests[at] = await begin();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  for (const { m, done } of [...ended, ...requests]) wrong.push(...(await faults(db, m, done)));
  console.log(`${effort(500)} calls: ${met.again} tried again`);
  expect(wrong).toEqual([]);
});
