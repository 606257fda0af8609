import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newKey } from './new-key.ts';

afterEach(() => vi.unstubAllGlobals());

it('is a version 4 UUID, another one each time, also where crypto.randomUUID is missing', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 100 }, newKey);
  for (const key of keys) expect(z.uuidv4().safeParse(key).success).toBe(true);
  expect(new Set(keys).size).toBe(100);
});
