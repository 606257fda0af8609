import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attacks.ts';
import { call, type Target } from './http.ts';

const AT_ONCE = 200;
const STRANGER = '127.0.0.2';

/** Every function of the API with its arguments, as the generated types have them. */
const TYPES = readFileSync(new URL('../../src/data/database.types.ts', import.meta.url), 'utf8');
const FUNCTIONS = [
  ...TYPES.slice(TYPES.indexOf('Functions: {'), TYPES.indexOf('Enums: {')).matchAll(
    /^ {6}(\w+):([\s\S]*?)(?=^ {6}\w+:|^ {4}\})/gm,
  ),
].map(([, name = '', text = '']) => ({
  name,
  names: [...new Set([...text.matchAll(/\b(p_\w+)\??:/g)].map(([, arg = '']) => arg))],
}));
const OBJECTS: unknown[] = [
  { toString: 1 },
  { toString: null, valueOf: null },
  { toJSON: 1 },
  {},
  [],
  [{ toString: 1 }],
];

/** One call for each argument of each function that holds an object where a single value is wanted. */
const CALLS = FUNCTIONS.flatMap(({ name, names }) =>
  names.flatMap((wrong) =>
    OBJECTS.map((object) => ({
      path: `/rest/v1/rpc/${name}`,
      body: JSON.stringify(
        Object.fromEntries(
          names.map((arg) => [
            arg,
            arg === wrong ? object : /^p_(key|lead|artist)$/.test(arg) ? crypto.randomUUID() : '1',
          ]),
        ),
      ),
    })),
  ),
);

export const WRONG_ARGUMENTS: Attack = {
  name: 'objects for scalars',
  async run(target: Target, signal: AbortSignal) {
    for (let start = 0; !signal.aborted; start += AT_ONCE) {
      const wave = Array.from({ length: AT_ONCE }, (_, i) => CALLS[(start + i) % CALLS.length]);
      await Promise.all(
        wave.map((one) => one && call(target, { ...one, method: 'POST', from: STRANGER })),
      );
      await pause(50);
    }
  },
};
