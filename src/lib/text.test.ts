import { expect, it } from 'vitest';
import { charLength, optionalLine, requiredText } from './text.ts';

it('asks for something that can be seen', () => {
  const name = requiredText(1, 'Required', 5, 'Too long');
  expect(name.safeParse('\u200b\u2800').error?.issues[0]?.message).toBe('Required');
  expect(name.safeParse('ab\u200b\u200bcde').data).toBe('abcde');
  expect(optionalLine(9, '').parse('\u3164')).toBeNull();
});

it('counts characters as the database does', () => {
  expect(charLength('a🎨é')).toBe(3);
  expect(requiredText(1, '', 2, 'Too long').safeParse('🎨🎨').success).toBe(true);
});
