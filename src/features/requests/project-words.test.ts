import { expect, it } from 'vitest';
import { LIMITS } from '#lib/limits.ts';
import { startLine, unasked } from './project-words.ts';

const asked = (description: string) => unasked(description).map(({ line }) => line);

it('begins a line at the end of a description', () => {
  expect(startLine('', 'When')).toBe('When: ');
  expect(startLine('Herons at dusk. \n\n', 'When')).toBe('Herons at dusk.\nWhen: ');
});

it('offers the lines that are not there yet, while there is room', () => {
  expect(asked('')).toEqual(['What it should say or show', 'Who will see it', 'To avoid', 'When']);
  expect(asked('When: in May\nTo avoid:')).toEqual([
    'What it should say or show',
    'Who will see it',
  ]);
  expect(asked('I wonder When: ask')).toContain('When');
  expect(asked('x'.repeat(LIMITS.projectMax - 10))).toEqual(['When']);
  expect(asked('x'.repeat(LIMITS.projectMax))).toEqual([]);
});
