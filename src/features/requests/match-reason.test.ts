import { expect, it } from 'vitest';
import { reasonLine, reasonOf, reasonsSchema } from './match-reason.ts';

// Every reason is held against the database in tests/db/requests/matching.test.ts.
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
