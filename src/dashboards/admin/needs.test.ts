import { expect, it } from 'vitest';
import { loadLabel } from '#features/artists/admin/artist-choice.ts';
import { type AdminNeeds, needsTotal } from './needs.ts';

it.each([
  [0, 'Nothing open'],
  [1, '1 open request'],
  [12, '12 open requests'],
])('says that an artist has %d requests under way', (count, label) => {
  expect(loadLabel(count)).toBe(label);
});

it('counts what needs an admin, and not what is past helping', () => {
  const none = { total: 0, older: 0, rows: [] };
  const needs: AdminNeeds = {
    held: { ...none, total: 2 },
    unassigned: { ...none, older: 9 },
    unanswered: none,
    payments: none,
    agreements: none,
    conversations: none,
    pictures: none,
    reviews: none,
    claims: { ...none, total: 1 },
    papers: none,
    mails: none,
    rules: none,
  };
  expect(needsTotal(needs)).toBe(3);
});
