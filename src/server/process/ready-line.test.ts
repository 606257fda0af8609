import { expect, it } from 'vitest';
import { readyLine } from './ready-line.ts';

const ORIGIN = 'http://127.0.0.1:4321';

it('names the demo accounts with the published password, as long as it opens them', () => {
  const demo = {
    published: ['admin@example.com', 'artist@example.com'],
    own: [],
    needsAdmin: false,
  };
  expect(readyLine(ORIGIN, demo, 2345)).toBe(
    'Ready: http://127.0.0.1:4321 (demo accounts: admin@example.com, artist@example.com; password mural-demo-2026) after 2.3 s',
  );
});

it('does not claim a password that opens nothing', () => {
  const changed = {
    published: ['client@example.com'],
    own: ['admin@example.com'],
    needsAdmin: false,
  };
  expect(readyLine(ORIGIN, changed, 0)).toBe(
    'Ready: http://127.0.0.1:4321 (demo accounts: client@example.com; password mural-demo-2026; admin@example.com; with passwords of their own) after 0.0 s',
  );
  expect(
    readyLine(ORIGIN, { published: [], own: ['admin@example.com'], needsAdmin: false }, 0),
  ).not.toContain('mural-demo');
  expect(readyLine(ORIGIN, null, 0)).toBe('Ready: http://127.0.0.1:4321 after 0.0 s');
});

it('ends with the next step where nobody is an admin', () => {
  expect(readyLine(ORIGIN, { published: [], own: [], needsAdmin: true }, 0)).toBe(
    'Ready: http://127.0.0.1:4321 after 0.0 s\nNext: npm run admin -- create EMAIL makes the first admin.',
  );
});
