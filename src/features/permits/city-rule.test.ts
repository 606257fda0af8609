import { describe, expect, it } from 'vitest';
import { violations } from '#lib/violations.ts';
import { conditionLabels, RULE_FORM_FIELDS, ruleFields, ruleFormSchema } from './city-rule.ts';

const GOOD = {
  title: 'Ask the city',
  body: 'Before you paint.',
  source_name: 'City of Boerne',
  source_url: 'https://boerne.example.com/rules',
  checked_on: '2026-01-31',
  applies: ['outside'],
};
const check = (patch: object) => {
  const result = ruleFormSchema.safeParse({ ...GOOD, ...patch });
  return result.success ? [] : violations(result.error, RULE_FORM_FIELDS);
};

describe('form of a rule', () => {
  it.each([
    ['title', ' ', 'Please give it a title'],
    ['body', '', 'Please say what the rule means, in at most 1000 characters'],
    ['source_name', '', 'Please name the source, in at most 120 characters'],
    [
      'source_url',
      'http://boerne.example.com',
      'Please enter an address that begins with https://',
    ],
    ['source_url', 'javascript:alert(1)', 'Please enter an address that begins with https://'],
    ['checked_on', '2026-02-30', 'Please choose a day that has come, with the year in full'],
    ['checked_on', '2999-01-01', 'Please choose a day that has come, with the year in full'],
  ])('%s %j: %s', (field, value, message) => {
    expect(check({ [field]: value })).toEqual([{ field, message }]);
  });

  it('takes what SQL takes', () => {
    expect(check({})).toEqual([]);
    expect(check({ body: 'x'.repeat(1000), applies: [] })).toEqual([]);
  });

  it('begins with the day for a new rule', () => {
    expect(ruleFields(null, '2026-11-27')).toMatchObject({ title: '', checked_on: '2026-11-27' });
  });
});

it('says when a rule applies', () => {
  expect(conditionLabels({ applies: ['outside', 'lettering'] })).toEqual([
    'Outside wall',
    'Words or a logo',
  ]);
  expect(conditionLabels({ applies: [] })).toEqual(['Every wall']);
});
