import { describe, expect, it } from 'vitest';
import { dayFromNow } from '#lib/day.ts';
import { MESSAGES } from '#lib/errors.ts';
import { ALL_FACTS } from '#tests/support/cases/site-facts.ts';
import { factLines, keptFacts, siteFactsOf, typedFacts } from './site-facts.ts';
import { siteFactsSchema, typedFactsSchema } from './site-facts-schema.ts';

it('facts go into a form and come back as they were', () => {
  expect(siteFactsOf(typedFacts(ALL_FACTS))).toEqual(ALL_FACTS);
  expect(typedFacts(siteFactsSchema.parse({}))).toEqual({});
  expect(typedFacts(null)).toEqual({});
});

it('are sent in one order, and one that was taken back as null', () => {
  const typed = { deadline: '2027-03-01', owner: 'mine' };
  expect(Object.keys(siteFactsOf(typed))).toEqual(['owner', 'deadline']);
  expect(siteFactsOf({ lettering: '', top_ft: ' ' })).toEqual({ top_ft: null, lettering: null });
});

it('reads as lines', () => {
  expect(factLines(ALL_FACTS)).toEqual([
    ['Owner', 'Rented, owner not asked'],
    ['Top edge', '18.5 ft'],
    ['Condition', 'Never painted'],
    ['Power', 'Yes'],
    ['Water', 'No'],
    ['Lift access', 'Over soft ground'],
    ['Words or a logo', 'Yes'],
    ['Deadline', 'Mar 1, 2027'],
  ]);
  expect(factLines(undefined)).toEqual([]);
});

describe('what is typed', () => {
  it.each([
    [{ top_ft: 'high' }, MESSAGES.top_ft_invalid],
    [{ top_ft: '0' }, MESSAGES.top_ft_invalid],
    [{ top_ft: '1001' }, MESSAGES.top_ft_invalid],
    [{ deadline: dayFromNow(-1) }, MESSAGES.deadline_invalid],
    [{ deadline: '2101-01-01' }, MESSAGES.deadline_invalid],
    [{ deadline: 'spring' }, MESSAGES.deadline_invalid],
  ])('refuses %j', (typed, message) =>
    expect(typedFactsSchema.safeParse(typed).error?.issues[0]?.message).toBe(message),
  );
});

it('what a browser kept is read whoever wrote it', () => {
  expect(keptFacts({ owner: 'nobody', lift: '', power: true, top_ft: 'x', other: '1' })).toEqual({
    top_ft: 'x',
    lift: '',
  });
  for (const other of [null, 7, 'x', []]) expect(keptFacts(other)).toEqual({});
});
