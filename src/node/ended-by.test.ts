import { expect, it } from 'vitest';
import { endedBy } from './ended-by.ts';

const KILLED = 'the system most likely ran out of memory and killed it';

it.each([
  [1, null, '', 'exit code 1'],
  [null, 'SIGTERM', '', 'signal SIGTERM'],
  [null, 'SIGKILL', '', `signal SIGKILL: ${KILLED}`],
  [137, null, '', `exit code 137: ${KILLED}`],
  [
    null,
    'SIGABRT',
    'FATAL ERROR: JavaScript heap out of memory',
    'signal SIGABRT: it ran out of memory',
  ],
  [134, null, 'memory allocation of 4096 bytes failed', 'exit code 134: it ran out of memory'],
])('names what ended a process: %s %s', (code, signal, output, text) => {
  expect(endedBy(code, signal, output)).toBe(text);
});
