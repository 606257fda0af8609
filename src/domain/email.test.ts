import { describe, expect, it } from 'vitest';
import { emailSchema, newsletterSchema } from './email.ts';
import { isEmail } from './email-form.ts';

describe('isEmail', () => {
  it.each(["o'hara+mural@mail.example.com", 'a_b-c%d@x-y.io', 'A.B@C.CO', '1@2.travel'])(
    'accepts %s',
    (email) => expect(isEmail(email)).toBe(true),
  );

  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@.co',
    'a@b.c',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    'a@-b.co',
    'a@b-.co',
    'a b@c.co',
    'a@b.co\n',
    'a@b.co,c@d.co',
    'a@b@c.co',
    'a@[127.0.0.1]',
    '<a@b.co>',
    'a@b.c0',
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

describe('emailSchema', () => {
  it('trims, and allows exactly 255 characters', () => {
    const longest = `${'a'.repeat(250)}@b.co`;
    expect(emailSchema.parse(` ${longest} `)).toBe(longest);
    expect(emailSchema.safeParse(`a${longest}`).success).toBe(false);
  });

  it('has a sentence of its own for the newsletter', () => {
    expect(newsletterSchema.safeParse({ email: 'x' }).error?.issues[0]?.message).toBe(
      'Please enter a valid email address',
    );
  });
});
