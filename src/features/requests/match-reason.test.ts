import { expect, it } from 'vitest';
import { reasonLine, reasonOf, reasonsSchema } from './match-reason.ts';

it('says every reason in the order of the database', () => {
  const reasons = reasonsSchema.parse([
    { code: 'asked' },
    { code: 'liked' },
    { code: 'paints', styles: ['Nature', 'Calavera'] },
    { code: 'works_in', city: 'Austin' },
    { code: 'does', surface: 'brick' },
    { code: 'from', price: 1200 },
    { code: 'answers', hours: 49 },
  ]);
  expect(reasonLine(reasons)).toBe(
    'asked for by name · painted a mural you like · paints Nature and Calavera · works in Austin · does brick · walls from $1,200 · usually answers within 2 days',
  );
});

it('leaves out what a newer database says, and says something of everybody', () => {
  expect(
    reasonLine(reasonsSchema.parse([{ code: 'paints', styles: ['Op Art'] }, { code: 'new' }])),
  ).toBe('paints Op Art');
  expect(reasonLine([])).toBe('paints murals');
  expect(reasonOf({ reason: 'kept before' })).toBe('kept before');
  expect(reasonOf({ reason: 'paints murals', reasons: [{ code: 'away', miles: 0 }] })).toBe(
    'less than a mile away',
  );
});
