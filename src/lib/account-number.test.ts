import { expect, test } from 'vitest';
import { ACCOUNT_NUMBERS, NO_ACCOUNT_NUMBERS } from '#tests/support/cases/account-number-cases.ts';
import { hasAccountNumber } from './account-number.ts';

test.each(ACCOUNT_NUMBERS)('a number in %j', (text) => {
  expect(hasAccountNumber(text)).toBe(true);
});

test.each(NO_ACCOUNT_NUMBERS)('no number in %j', (text) => {
  expect(hasAccountNumber(text)).toBe(false);
});

test('a long text takes no time', () => {
  expect(hasAccountNumber('1 '.repeat(100_000))).toBe(false);
  expect(hasAccountNumber('1,'.repeat(100_000))).toBe(false);
});
