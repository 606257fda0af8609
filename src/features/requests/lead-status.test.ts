import { expect, it } from 'vitest';
import { LEAD_LIFECYCLE, LEAD_STATUSES } from './lead-status.ts';

it('hides the person only while new (section 4)', () => {
  expect(LEAD_STATUSES.filter((status) => !LEAD_LIFECYCLE[status].showsContact)).toEqual(['new']);
});
