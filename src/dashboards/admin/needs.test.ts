import { expect, it } from 'vitest';
import { type AdminNeeds, needsTotal } from './needs.ts';

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
