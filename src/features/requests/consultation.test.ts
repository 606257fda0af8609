import { describe, expect, it } from 'vitest';
import { violations } from '#lib/violations.ts';
import { CONSULTATION_FIELDS, consultationSchema } from './consultation.ts';

const draft = {
  name: ' Ada ',
  email: 'ada@example.com',
  phone: '',
  preferred_time: ' ',
  message: 'Let us talk about the courtyard',
};

describe('consultationSchema', () => {
  it('gives trimmed values and null for what is left empty', () => {
    expect(consultationSchema.parse(draft)).toEqual({
      ...draft,
      name: 'Ada',
      phone: null,
      preferred_time: null,
    });
  });

  it.each([
    ['name', ' ', 'Name is required'],
    ['email', 'ada', 'Invalid email address'],
    ['phone', '1'.repeat(21), 'Phone must be at most 20 characters'],
    ['preferred_time', 'x'.repeat(101), 'Preferred time must be at most 100 characters'],
    ['message', 'too short', 'Please provide more details'],
    ['message', 'x'.repeat(2001), 'Project description must be at most 2000 characters'],
  ])('refuses %s %j with %j', (field, value, message) => {
    const { error } = consultationSchema.safeParse({ ...draft, [field]: value });
    expect(error && violations(error, CONSULTATION_FIELDS)).toEqual([{ field, message }]);
  });
});
