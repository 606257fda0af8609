import { describe, expect, it } from 'vitest';
import { violations } from '#lib/violations.ts';
import { credentialsSchema, displayName } from './account.ts';

const check = (email: unknown, password: unknown) => {
  const result = credentialsSchema.safeParse({ email, password });
  return result.success ? [] : violations(result.error, ['email', 'password']);
};

describe('credentials (section 5)', () => {
  it('accepts 6 to 100 characters', () => {
    expect(check('a@b.co', 'x'.repeat(6))).toEqual([]);
    expect(check('a@b.co', 'x'.repeat(100))).toEqual([]);
  });

  it.each([
    ['', 'secret1', 'email', 'Invalid email address'],
    ['a@b', 'secret1', 'email', 'Invalid email address'],
    [undefined, 'secret1', 'email', 'Invalid email address'],
    [`${'a'.repeat(251)}@b.co`, 'secret1', 'email', 'Email must be at most 255 characters'],
    ['a@b.co', 'x'.repeat(5), 'password', 'Password must be at least 6 characters'],
    ['a@b.co', undefined, 'password', 'Password must be at least 6 characters'],
    ['a@b.co', 'x'.repeat(101), 'password', 'Password must be at most 100 characters'],
  ])('%j / %j: %s', (email, password, field, message) => {
    expect(check(email, password)).toEqual([{ field, message }]);
  });

  it('answers both fields in form order', () => {
    expect(check('', '').map((v) => v.field)).toEqual(['email', 'password']);
  });

  it('keeps the spaces of a password', () => {
    expect(credentialsSchema.parse({ email: ' a@b.co ', password: ' secret ' })).toEqual({
      email: 'a@b.co',
      password: ' secret ',
    });
  });
});

describe('displayName (section 2)', () => {
  it.each([
    [{ email: 'ana@b.co', user_metadata: { name: ' Ana ' } }, 'Ana'],
    [{ email: 'ana@b.co', user_metadata: { name: '  ' } }, 'ana'],
    [{ email: 'ana@b.co', user_metadata: { name: 7 } }, 'ana'],
    [{ email: 'ana@b.co' }, 'ana'],
    [{}, 'Account'],
  ])('%j is %s', (user, name) => {
    expect(displayName(user)).toBe(name);
  });
});
