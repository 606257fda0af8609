import { expect, it } from 'vitest';
import { finishedMuralFormSchema, muralDraftOf, pastMonths } from './finished-mural.ts';

const NOW = new Date('2026-01-31T23:00:00Z');
const FACTS = { city: 'Seguin', surface_type: 'stucco', style_preference: 'lettering' };

it('suggests a page from the facts of the request, which lacks nothing but pictures', () => {
  const draft = muralDraftOf(FACTS, 'TX', NOW);
  expect(draft).toMatchObject({
    title: 'Lettering mural in Seguin',
    month: '2026-01-01',
    surface_type: 'stucco',
    styles: ['lettering'],
  });
  expect(finishedMuralFormSchema.safeParse(draft).error?.issues.map(({ path }) => path[0])).toEqual(
    ['pictures'],
  );
  expect(
    finishedMuralFormSchema.parse({ ...draft, pictures: ['a'], state: ' texas ' }),
  ).toMatchObject({
    state: 'TX',
    description: null,
    location_details: null,
  });
});

it('makes a title of what is known', () => {
  const facts = { city: null, surface_type: null, style_preference: 'other' };
  expect(muralDraftOf(facts, null, NOW)).toMatchObject({ title: 'Mural', state: '', city: '' });
});

it('offers the months that have begun, over the turn of a year', () => {
  const months = pastMonths(NOW);
  expect(months.slice(0, 2)).toEqual([
    { value: '2026-01-01', label: 'January 2026' },
    { value: '2025-12-01', label: 'December 2025' },
  ]);
  expect(months.at(-1)?.value).toBe('2023-02-01');
});
