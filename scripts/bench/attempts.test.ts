import { expect, it } from 'vitest';
import { attempted } from './attempts.ts';

/** Fails so many times before it gives an answer. */
const failing = (times: number) => {
  let left = times;
  return async () => {
    if (left-- > 0) throw new Error('NO_NAVSTART');
    return 'report';
  };
};

it.each([
  [0, 'report', []],
  [2, 'report', ['NO_NAVSTART', 'NO_NAVSTART']],
  [3, null, ['NO_NAVSTART', 'NO_NAVSTART', 'NO_NAVSTART']],
])('after %i failures of three gives %s', async (times, result, told) => {
  const heard: string[] = [];
  expect(await attempted(3, failing(times), (reason) => heard.push(reason))).toBe(result);
  expect(heard).toEqual(told);
});
