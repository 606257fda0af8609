/** @module-tag effort */
import { beforeAll, expect, test } from 'vitest';
import { agreementDraftSchema } from '#features/agreements/agreement.ts';
import { PAYMENT_EVENTS, PAYMENT_STATES } from '#features/payments/payment.ts';
import { agreementCase } from '../../support/cases/agreement-cases.ts';
import { effort } from '../../support/effort.ts';
import { movesOf } from '../support/moves.ts';
import { id, worldOfFile } from '../support/world.ts';
import { STEPS } from './steps.ts';

/**
 * Whatever both sides do in whatever order, and whatever they agree on meanwhile: the parts make up the price, none is
 * received twice, and what is written down stays. The database makes the steps by itself, many at a time; each
 * job goes on until nothing is open in it.
 */
/** 10,000 a night. */
const EVENTS = effort(1000);
const SEED = Number(process.env.SEED_OF_PAYMENTS ?? 37);
const JOBS = Math.ceil(EVENTS / 250);
const BATCH = 500;

const db = await worldOfFile();
const nextState = await movesOf(db, 'payment');
beforeAll(async () => {
  for (const statement of STEPS) await db.sql(statement);
});

/** The same numbers for the same seed (mulberry32). */
function numbersFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (n: number) => Math.floor(next() * n) };
}

/** A key that is another each time. */
const keyOf = (below: (n: number) => number) =>
  '00000000-0000-4000-8000-000000000000'.replace(/0(?=.*-8|[^-]*$)/g, () => below(16).toString(16));

interface Part {
  id: string;
  label: string;
  amount: number;
  due: string;
  state: string;
  dropped: boolean;
}
interface Note {
  part: string;
  actor: string;
  event: string;
}
/** What is stored about a job after a step. */
interface Seen {
  job: number;
  what: string;
  /** Why it was refused. */
  code: string | null;
  price: number | null;
  parts: Part[];
  /** Whether all that was written down before is as it was, and what is new. */
  intact: boolean;
  added: Note[];
}

/** Who does what; not all of it is theirs to do. */
const ACTS = [
  ...['ask', 'ask', 'ask', 'receive', 'dispute', 'waive'].map((event) => ({
    act: 'move',
    side: 'artist',
    event,
  })),
  ...['receive', 'dispute', 'dispute'].map((event) => ({ act: 'move', side: 'client', event })),
  ...['client', 'client', 'client', 'artist'].map((side) => ({ act: 'report', side })),
  ...['artist', 'artist', 'client'].map((side) => ({ act: 'offer', side })),
  ...['artist', 'artist', 'client', 'client'].map((side) => ({ act: 'sign', side })),
  ...['take_back', 'complete', 'undo', 'approve', 'day'].map((act) => ({ act, side: 'artist' })),
  { act: 'complete', side: 'client' },
];

const NOTHING = { price: null, parts: [] as Part[] };

test(`${EVENTS} events (seed ${SEED})`, { timeout: 60_000 + EVENTS * 30 }, async () => {
  const { below } = numbersFrom(SEED);
  const oneOf = <T>(of: readonly T[]) => of[below(of.length)] as T;
  const body = JSON.stringify(agreementDraftSchema.parse(agreementCase()));
  await db.sql('select private.make_jobs($1, $2, $3, $4)', [
    JOBS,
    id('A2'),
    id('client'),
    id('artist2'),
  ]);
  const before = new Map<number, Pick<Seen, 'price' | 'parts'>>();
  const [states, events, codes] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const received = new Set<string>();
  let rests = 0;
  for (let at = 0; at < EVENTS; at += BATCH) {
    const steps = Array.from({ length: Math.min(BATCH, EVENTS - at) }, () => ({
      job: below(JOBS),
      ...oneOf(ACTS),
      at: below(8),
      // Now and then the last call once more, as after an answer that was lost.
      again: below(10) === 0,
      key: keyOf(below),
      amount: below(9) + 1,
      change: oneOf(['more', 'more', 'more', 'same', 'less', 'less', 'other']),
    }));
    const rows = await db.sql<{ now: Seen }>(
      'select private.take_steps($1::jsonb, $2::jsonb) as now',
      [JSON.stringify(steps), body],
    );
    for (const { now } of rows) {
      const last = before.get(now.job) ?? NOTHING;
      before.set(now.job, now);
      const where = `${now.what}, job ${now.job}, after ${at} events`;
      if (now.code) codes.add(now.code);
      // They make up the price.
      const current = now.parts.filter(({ dropped }) => !dropped);
      const sum = current.reduce((total, { amount }) => total + amount, 0);
      expect(sum, where).toBe(now.price ?? 0);
      // Notes are only added, and only time changes anything where something was refused.
      const { added } = now;
      expect(now.intact, where).toBe(true);
      if (now.code) {
        expect(
          added.filter(({ actor }) => actor !== 'system'),
          where,
        ).toEqual([]);
        expect([now.price, now.parts.length], where).toEqual([last.price, last.parts.length]);
      }
      const state = new Map(last.parts.map((part) => [part.id, part.state]));
      for (const { part, event, actor } of added) {
        const next = nextState(state.get(part) ?? 'planned', event, actor);
        expect(next, `${where}: ${actor} ${event}`).not.toBeNull();
        if (next) state.set(part, next);
        events.add(event);
      }
      // Every change of a state is in the table.
      for (const part of now.parts) {
        const expected = state.get(part.id) ?? 'planned';
        if (part.state !== expected) expect(part, where).toMatchObject({ state: expected });
        states.add(part.state);
      }
      const kept = new Map(now.parts.map((part) => [part.id, part]));
      // Of what did not arrive.
      let rest = 0;
      for (const part of last.parts) {
        const { label, amount, due, state: stored, dropped } = kept.get(part.id) ?? part;
        const stays = part.dropped || part.state === 'received' || part.state === 'waived';
        const arrived = added.some((note) => note.part === part.id && note.event === 'receive');
        if (arrived) rest += part.amount - amount;
        const whole = amount === part.amount || (arrived && amount > 0 && amount < part.amount);
        const same = label === part.label && whole && due === part.due;
        const still = !stays || (stored === part.state && dropped === part.dropped);
        if (!(kept.has(part.id) && same && still)) expect(kept.get(part.id), where).toEqual(part);
      }
      const known = new Set(last.parts.map(({ id }) => id));
      const more = now.parts.filter(({ id }) => !known.has(id));
      if (rest > 0) {
        expect(more, where).toMatchObject([{ amount: rest, dropped: false }]);
        rests++;
      }
      for (const { part, event } of added)
        if (event === 'receive') {
          expect(received.has(part), where).toBe(false);
          received.add(part);
        }
    }
  }
  expect(received.size).toBeGreaterThan(JOBS);
  expect(rests).toBeGreaterThan(0);
  // Everything that can happen has happened in as many.
  if (EVENTS < 10_000) return;
  expect([...states].sort()).toEqual([...PAYMENT_STATES].sort());
  expect([...events].sort()).toEqual([...PAYMENT_EVENTS].sort());
  expect([...codes]).toEqual(
    expect.arrayContaining(['move_refused', 'parts_begun', 'agreement_changed']),
  );
});
