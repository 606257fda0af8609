import { describe, expect, it } from 'vitest';
import { PASTED_EMAILS } from '#tests/support/cases/email-cases.ts';
import { emailSchema } from './email.ts';
import { isEmail, mailtoHref } from './email-form.ts';

describe('isEmail', () => {
  it.each([
    ...["o'hara+mural@mail.example.com", 'a_b-c%d@x-y.io', 'A.B@C.CO', '1@2.travel'],
    ...['r&d@b.co', 'a/b@c.co', 'a=b@c.co', '#1@b.co', '!$*?^`{|}~.x@b.co', '=@b.co'],
  ])('accepts %s', (email) => expect(isEmail(email)).toBe(true));

  it.each([
    '',
    'a@b',
    '@b.co',
    'a@.co',
    'a@b..co',
    'a..b@c.co',
    'a b@c.co',
    'a@b.co\n',
    'a@b.co,c@d.co',
    '<a@b.co>',
    '"a"@b.co',
    'ñ@b.co',
  ])('refuses %j', (email) => expect(isEmail(email)).toBe(false));

  it('answers hostile input in linear time', () => {
    const started = performance.now();
    for (const evil of [
      `${'a.'.repeat(50_000)}@`,
      `a@${'a'.repeat(100_000)}`,
      `a@${'a-'.repeat(50_000)}!`,
    ]) {
      expect(isEmail(evil)).toBe(false);
    }
    expect(performance.now() - started).toBeLessThan(500);
  });
});

it('mailtoHref names any address', () => {
  expect(mailtoHref('r&d/#1=%?@b.co')).toBe('mailto:r%26d%2F%231%3D%25%3F@b.co');
  expect(decodeURIComponent(mailtoHref("o'hara+x@b.co"))).toBe("mailto:o'hara+x@b.co");
});

describe('emailSchema', () => {
  it('trims, and allows exactly 255 characters', () => {
    const longest = `${'a'.repeat(250)}@b.co`;
    expect(emailSchema.parse(` ${longest} `)).toBe(longest);
    expect(emailSchema.safeParse(`a${longest}`).success).toBe(false);
  });

  it.each(PASTED_EMAILS)('reads %j', (typed, email) =>
    expect(emailSchema.safeParse(typed).data ?? null).toBe(email),
  );
});
