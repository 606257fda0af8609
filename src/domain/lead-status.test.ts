import { describe, expect, it } from 'vitest';
import { LEAD_LIFECYCLE, LEAD_STATUSES, leadStatus, MASKED_NAME } from './lead-status.ts';

describe('lead status (section 4)', () => {
  it('has three statuses, each reachable from each', () => {
    expect(LEAD_STATUSES).toEqual(['new', 'in_review', 'completed']);
    for (const status of LEAD_STATUSES) expect(LEAD_LIFECYCLE[status].next).toEqual(LEAD_STATUSES);
  });

  it('may be set by artists and admins, never by clients', () => {
    for (const status of LEAD_STATUSES) {
      expect(LEAD_LIFECYCLE[status].by).toEqual(['artist', 'admin']);
    }
  });

  it('hides the person only while new', () => {
    expect(LEAD_STATUSES.filter((status) => !LEAD_LIFECYCLE[status].showsContact)).toEqual(['new']);
    expect(MASKED_NAME).toBe('***');
  });

  it.each([
    [null, 'new'],
    [undefined, 'new'],
    ['', 'new'],
    ['done', 'new'],
    ['in_review', 'in_review'],
    ['completed', 'completed'],
  ])('%j is treated as %s', (value, status) => expect(leadStatus(value)).toBe(status));
});
