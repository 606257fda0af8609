import { expect, it } from 'vitest';
import { z } from 'zod';
import { violations } from './violations.ts';

const FORM = z.object({
  a: z.string().min(2, 'a is short').regex(/x/, 'a has no x'),
  b: z.array(z.string().min(1, 'b is empty')),
});

it('gives one violation a field, in the form’s order, nested ones under their field', () => {
  const { error } = FORM.safeParse({ b: ['', ''], a: 'q' });
  if (!error) throw new Error('the form should be refused');
  expect(violations(error, ['a', 'b'])).toEqual([
    { field: 'a', message: 'a is short' },
    { field: 'b', message: 'b is empty' },
  ]);
  expect(violations(error, ['b', 'a']).map((v) => v.field)).toEqual(['b', 'a']);
});
