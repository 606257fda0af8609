import { expect, test } from 'vitest';
import {
  comings,
  MATCHING_NUMBERS,
  type MatchingSettings,
  matchingChanges,
  matchingSettingsSchema,
  PRESETS,
  presetOf,
} from './matching.ts';

const settings = {
  rule: 'scores',
  ...Object.fromEntries(MATCHING_NUMBERS.map((name) => [name, 10])),
} as MatchingSettings;

test('only what was changed is sent, with what it was', () => {
  expect(matchingChanges(settings, settings)).toEqual({ changes: {}, read: {} });
  expect(matchingChanges(settings, { ...settings, style: 20, rule: 'specification' })).toEqual({
    changes: { style: 20, rule: 'specification' },
    read: { style: 10, rule: 'scores' },
  });
});

test.each([
  [{}, true],
  [{ style: 0 }, true],
  [{ style: 101 }, false],
  [{ style: 1.5 }, false],
  [{ week_share: 0 }, false],
  [{ reach_miles: 500 }, true],
  [{ rule: 'chance' }, false],
])('%j is valid: %s', (change, valid) => {
  expect(matchingSettingsSchema.safeParse({ ...settings, ...change }).success).toBe(valid);
});

test('numbers of one’s own are a fair matching, and presets are themselves', () => {
  for (const preset of Object.keys(PRESETS) as (keyof typeof PRESETS)[])
    expect(presetOf({ ...settings, ...PRESETS[preset] })).toBe(preset);
  expect(presetOf({ ...settings, ...PRESETS.nearest, style: 90 })).toBe('fair');
});

test('who comes and who goes', () => {
  const [ana, ben, cy] = ['Ana', 'Ben', 'Cy'].map((name) => ({ id: name, name }));
  if (!ana || !ben || !cy) throw new Error('three');
  expect(comings({ before: [ana, ben], after: [ben, cy] })).toEqual({ come: ['Cy'], go: ['Ana'] });
  expect(comings({ before: [ana, ben], after: [ben, ana] })).toEqual({ come: [], go: [] });
});
