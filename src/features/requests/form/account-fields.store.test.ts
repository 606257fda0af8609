import { describe, expect, it } from 'vitest';
import { contactOf } from '#data/account-contact.ts';
import { EMPTY_QUOTE } from '../quote-fields.ts';
import { accountFields, withAccount } from './account-fields.store.ts';

const rosa = accountFields(
  contactOf({
    email: 'rosa@example.com',
    phone: '',
    user_metadata: { name: ' Rosa ', phone: '1' },
  }),
);
const nobody = accountFields(null);

describe('the form of somebody signed in', () => {
  it('says who they are and how to reach them', () => {
    expect(withAccount(EMPTY_QUOTE, rosa)).toEqual({
      ...EMPTY_QUOTE,
      name: 'Rosa',
      email: 'rosa@example.com',
      phone: '1',
    });
  });

  it('keeps what is there', () => {
    const typed = { ...EMPTY_QUOTE, name: 'Luz', phone: '2' };
    expect(withAccount(typed, rosa)).toEqual({ ...typed, email: 'rosa@example.com' });
  });

  it('leaves the field alone that somebody is about to type into', () => {
    expect(withAccount(EMPTY_QUOTE, rosa, null, 'email')).toMatchObject({
      name: 'Rosa',
      email: '',
    });
    const shown = withAccount(EMPTY_QUOTE, rosa);
    expect(withAccount(shown, nobody, rosa, 'email').email).toBe('');
  });

  it('lets go of an account that has left, but not of what was typed', () => {
    const shown = { ...withAccount(EMPTY_QUOTE, rosa), name: 'Rosa and Luz' };
    expect(withAccount(shown, nobody, rosa)).toEqual({ ...EMPTY_QUOTE, name: 'Rosa and Luz' });
  });
});
