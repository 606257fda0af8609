import { expect, it } from 'vitest';
import { NEEDS } from './my-day.ts';
import { needText } from './need-text.ts';

const need = {
  lead_id: '00000000-0000-4000-8000-000000000000',
  at: '2026-11-23T07:00:00Z',
  until: '2026-11-25',
  count: 2,
  city: 'Austin',
  project: 'A wall',
};
const now = new Date('2026-11-23T12:00:00Z');

it('says of each need what it is, since or until when, and what to do', () => {
  const texts = NEEDS.map((kind) => needText({ ...need, kind }, now));
  expect(texts.find(({ action }) => action === 'Answer')).toEqual({
    title: 'New request',
    when: 'Came 5 hours ago',
    action: 'Answer',
  });
  expect(texts.map(({ title }) => title)).toContain('2 unread messages');
  expect(texts.map(({ when }) => when)).toContain('Counts as confirmed on Nov 25, 2026');
  for (const told of ['title', 'action'] as const)
    expect(new Set(texts.map((text) => text[told])).size).toBe(NEEDS.length);
});
