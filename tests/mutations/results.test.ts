import { expect, test } from 'vitest';
import { ROOT } from '#node/root.ts';
import { rejected, report, resultOf } from './results.ts';
import { MUTATIONS } from './table.ts';

test('every mutation still finds its line, once', async () => {
  const numbers = MUTATIONS.map((_, n) => n + 1);
  expect(await rejected(ROOT, numbers, MUTATIONS)).toEqual([]);
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(39);
});

test('a line that is gone, one that is there twice and a number that is none are errors', async () => {
  const [one] = MUTATIONS;
  const changed = [
    { ...one, find: 'no such line' },
    { ...one, find: 'e' },
  ] as typeof MUTATIONS;
  expect(await rejected(ROOT, [1, 2, 3], changed)).toEqual([
    `Mutation 1: ${one?.file} has "no such line" 0 times, not once.`,
    expect.stringMatching(/^Mutation 2: .* times, not once\.$/),
    'There is no mutation 3: they are 1 to 2.',
  ]);
});

test('each is told with what noticed it', () => {
  const mutation = { file: 'src/a.ts', replace: '', breaks: 'a limit', near: [] };
  const results = [
    resultOf(1, mutation, {
      code: 1,
      output: '\n\u001b[31mFAILED a.test.ts › b: no\u001b[0m\n1 passed',
    }),
    resultOf(12, mutation, { code: 0, output: '5 passed' }),
  ];
  expect(report(results)).toEqual({
    missed: 1,
    table: `
 1  src/a.ts: a limit
      FAILED a.test.ts › b: no
12  src/a.ts: a limit
      NOT NOTICED

1 of 2 noticed`,
  });
});
