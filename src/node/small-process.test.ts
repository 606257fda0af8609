import { expect, it } from 'vitest';
import { smallProcess } from './small-process.ts';

it('keeps what an operator has set for memory, and all other settings', () => {
  const { env } = smallProcess({ PORT: '4321', MALLOC_ARENA_MAX: '8' });
  expect(env).toEqual({ PORT: '4321', MALLOC_ARENA_MAX: '8', MALLOC_TRIM_THRESHOLD_: '1048576' });
});
