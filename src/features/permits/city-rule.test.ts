import { expect, it } from 'vitest';
import { conditionLabels, ruleFields } from './city-rule.ts';

// What the form refuses is held against the database in tests/db/city-rules.test.ts.
it('begins with the day for a new rule', () => {
  expect(ruleFields(null, '2026-11-27')).toMatchObject({ title: '', checked_on: '2026-11-27' });
});

it('says when a rule applies', () => {
  expect(conditionLabels({ applies: ['outside', 'lettering'] })).toEqual([
    'Outside wall',
    'Words or a logo',
  ]);
  expect(conditionLabels({ applies: [] })).toEqual(['Every wall']);
});
