import { expect, it } from 'vitest';
import { asksForPassword, codeSchema, linkType } from './mail-link.ts';

it('knows the kinds of links, and no other', () => {
  expect(linkType('recovery')).toBe('recovery');
  for (const other of ['sms', 'toString', '', null, undefined]) expect(linkType(other)).toBeNull();
});

it('asks for a password where somebody comes in without one', () => {
  expect(asksForPassword('invite')).toBe(true);
  expect(asksForPassword('email_change')).toBe(false);
});

it.each([
  [' 123 456 ', '123456'],
  ['000000', '000000'],
  ['１２３４５６', '123456'],
  ['Code: 123-456.', '123456'],
])('takes the code %j as %j', (typed, code) => {
  expect(codeSchema.parse({ email: 'a@example.com', code: typed }).code).toBe(code);
});

it.each(['12345', '1234567', '12345a', ''])('refuses the code %j', (code) => {
  expect(codeSchema.safeParse({ email: 'a@example.com', code }).success).toBe(false);
});
