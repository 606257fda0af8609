import { describe, expect, it, test } from 'vitest';
import { dayFromNow } from '#lib/day.ts';
import { MESSAGES } from '#lib/errors.ts';
import { DAY_CASES, PROPOSAL_CASES, proposalCase } from '#tests/support/cases/proposal-cases.ts';
import {
  isExpired,
  type Proposal,
  partsLabel,
  priceLabel,
  proposalDraftOf,
  proposalDraftSchema,
} from './proposal.ts';

describe('amounts', () => {
  it('read as money', () => {
    expect(priceLabel({ low: 4200, high: 4200, tax: 'not_said' })).toBe('$4,200');
    expect(priceLabel({ low: 3500, high: 1_000_000, tax: 'plus' })).toBe(
      '$3,500 to $1,000,000 plus tax',
    );
    expect(priceLabel({ low: 4200, high: 4200, tax: 'included' })).toBe('$4,200, tax included');
  });
});

describe('the form', () => {
  const refusals = (draft: object) =>
    proposalDraftSchema.safeParse(draft).error?.issues.map(({ message }) => message) ?? [];

  it.each(PROPOSAL_CASES.map(([change, code]) => ({ change, code })))(
    '$change.low $change.high $change.days: $code',
    ({ change, code }) =>
      expect(refusals(proposalCase(change))).toEqual(code ? [MESSAGES[code]] : []),
  );

  it('leaves to the server how far off a day may be', () => {
    expect(DAY_CASES.flatMap(([change]) => refusals(proposalCase(change)))).toEqual([]);
  });

  it('says all that is wrong at once', () => {
    const empty = { ...proposalDraftOf(null), valid_until: '2026-02-30' };
    const { error } = proposalDraftSchema.safeParse(empty);
    const fields = error?.issues.map(({ path }) => path[0]);
    expect(fields).toEqual(['low', 'starts_on', 'days', 'valid_until']);
  });

  it('takes an empty upper end for one price', () => {
    const draft = proposalCase({ low: '$4,200', high: ' ' });
    expect(proposalDraftSchema.parse(draft)).toMatchObject({ low: 4200, high: 4200, days: 5 });
  });

  it('begins with what it changes, and offers it for two weeks where that is over', () => {
    const current: Proposal = {
      id: '00000000-0000-4000-8000-000000000001',
      artist_id: '00000000-0000-4000-8000-000000000002',
      ...{ low: 3500, high: 4200, starts_on: '2026-11-30', days: 3, included: ['lift'] },
      ...{
        message: null,
        valid_until: '2026-01-01',
        preset: 'thirds',
        tax: 'not_said',
        state: 'open',
        created_at: '2025-12-01',
      },
    };
    expect(proposalDraftOf(current)).toEqual({
      ...{ low: '3,500', high: '4,200', starts_on: '2026-11-30', days: '3', included: ['lift'] },
      ...{ message: '', valid_until: dayFromNow(14), preset: 'thirds' },
    });
    const standing = { ...current, high: 3500, valid_until: dayFromNow(3) };
    expect(proposalDraftOf(standing)).toMatchObject({ high: '', valid_until: dayFromNow(3) });
  });
});

it.each([
  ['2026-11-23T23:59:00Z', false],
  // The day goes on west of Greenwich, for twelve hours more.
  ['2026-11-24T11:59:00Z', false],
  ['2026-11-24T12:00:00Z', true],
])('a proposal valid until Nov 23, at %s: too late %s', (now, late) => {
  expect(isExpired({ valid_until: '2026-11-23' }, Date.parse(now))).toBe(late);
});

test('parts are named with amounts where there is one price', () => {
  expect(partsLabel({ low: 900, high: 900, preset: 'halves' })).toBe('50/50: $450 + $450');
  expect(partsLabel({ low: 900, high: 1200, preset: 'halves' })).toBe('50/50');
  expect(partsLabel({ low: 900, high: 900, preset: null })).toBeNull();
});
