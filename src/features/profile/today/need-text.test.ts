import { expect, it } from 'vitest';
import { NEEDS } from './my-day.ts';
import { needSummary, needText } from './need-text.ts';

const need = {
  lead_id: '00000000-0000-4000-8000-000000000000',
  at: '2026-11-23T07:00:00Z',
  until: '2026-11-25',
  count: 2,
  turn: null,
  of: 3,
  city: 'Austin',
  size: '20 x 9 ft',
  surface: 'stucco',
  budget: 'under-1k',
  project: 'A wall',
};
const now = new Date('2026-11-23T12:00:00Z');

it('says of each need what it is, since or until when, and what to do', () => {
  const texts = NEEDS.map((kind) => needText({ ...need, kind }, now));
  expect(texts.find(({ action }) => action === 'Answer')).toEqual({
    group: 'New requests',
    tab: 'answer',
    when: 'Came 5 hours ago',
    action: 'Answer',
    place: '',
  });
  expect(texts.map(({ when }) => when)).toContain('2 messages, the last 5 hours ago');
  expect(texts.map(({ when }) => when)).toContain('Counts as confirmed on Nov 25, 2026');
  for (const told of ['group', 'action'] as const)
    expect(new Set(texts.map((text) => text[told])).size, told).toBe(NEEDS.length);
});

it('says what is asked, as far as that is known', () => {
  const asked = { ...need, kind: 'answer' } as const;
  expect(needSummary(asked)).toBe('20 × 9 ft stucco in Austin · Under $1,000');
  expect(needSummary({ ...asked, size: null, budget: null })).toBe('Stucco in Austin');
  expect(needSummary({ ...asked, size: null, surface: null, budget: null })).toBe('Call in Austin');
});

it('begins with the amount or the version', () => {
  const turn = { amount: 750, label: 'Deposit', version: null };
  expect(needSummary({ ...need, kind: 'confirm_payment', turn })).toBe(
    '$750 (Deposit) · 20 × 9 ft stucco in Austin',
  );
  expect(
    needSummary({ ...need, kind: 'sign_agreement', turn: { ...turn, amount: null, version: 2 } }),
  ).toBe('Version 2 · 20 × 9 ft stucco in Austin');
});
