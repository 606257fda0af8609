import { expect, it } from 'vitest';
import { artistLinks, termLabels } from './artist-terms.ts';

it.each([
  [{}, []],
  [{ travel_miles: 0, minimum_price: 0 }, ['Doesn’t travel']],
  [{ travel_miles: 1 }, ['Travels up to 1 mile']],
  [
    { travel_miles: 1500, minimum_price: 12_500, insured: true },
    ['Travels up to 1,500 miles', 'Walls from $12,500', 'Says they’re insured'],
  ],
  [{ insured: true, insured_to: '2027-03-15' }, ['Liability insurance, checked, to March 2027']],
])('terms of %j', (said, labels) => {
  const none = { travel_miles: null, minimum_price: null, insured: false, insured_to: null };
  expect(termLabels({ ...none, ...said })).toEqual(labels);
});

it('shows web addresses alone, by the names that people know', () => {
  const links = ['https://instagram.com/ana', 'javascript:alert(1)', 'https://m.tiktok.com/@ana'];
  expect(artistLinks({ website: 'https://www.ana.art/', social_links: links })).toEqual([
    { href: 'https://www.ana.art/', label: 'ana.art' },
    { href: 'https://instagram.com/ana', label: 'Instagram' },
    { href: 'https://m.tiktok.com/@ana', label: 'TikTok' },
  ]);
  expect(artistLinks({ website: null, social_links: [] })).toEqual([]);
});
