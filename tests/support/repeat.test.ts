import { expect, it } from 'vitest';
import { withRepeats } from './repeat.ts';
import type { Failure, Outcome } from './test-outcome.ts';

const failure = (name: string): Failure => ({
  file: 'a.spec.ts',
  name,
  note: `FAILED a.spec.ts › ${name}`,
});
const outcome = (...names: string[]): Outcome => ({
  passed: 5,
  failed: names.length,
  skipped: 1,
  notes: ['SKIPPED 1 of 2 in b.test.ts', ...names.map((name) => failure(name).note)],
  failures: names.map(failure),
});

/** A runner in which each test fails so many times more. */
function runner(failsMore: Record<string, number>) {
  const tried: string[] = [];
  const again = async ({ name }: Failure) => {
    tried.push(name ?? '');
    const left = failsMore[name ?? ''] ?? 0;
    failsMore[name ?? ''] = left - 1;
    return left <= 0;
  };
  return { tried, again };
}

it('names what passes when it is tried again, and fails what never does', async () => {
  const { tried, again } = runner({ second: 1, never: 9 });
  expect(await withRepeats(outcome('first', 'second', 'never'), again)).toMatchObject({
    passed: 7,
    failed: 1,
    skipped: 1,
    notes: ['SKIPPED 1 of 2 in b.test.ts', 'FAILED a.spec.ts › never'],
    repeated: ['a.spec.ts › first', 'a.spec.ts › second'],
  });
  expect(tried).toEqual(['first', 'second', 'second', 'never', 'never']);
});

it('keeps a failure that belongs to no test', async () => {
  const broken: Outcome = { passed: 5, failed: 1, skipped: 0, notes: ['FAILED Stories: ended'] };
  const { tried, again } = runner({});
  expect(await withRepeats(broken, again)).toMatchObject(broken);
  expect(tried).toEqual([]);
});

it('tries nothing again when more fails than chance makes fail', async () => {
  const many = outcome(...Array.from({ length: 13 }, (_, n) => `t${n}`));
  const { tried, again } = runner({});
  expect(await withRepeats(many, again)).toEqual(many);
  expect(tried).toEqual([]);
});
