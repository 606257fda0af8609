import { expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { whyRefused } from './why-refused.ts';

const required = { code: 'name_required', message: 'Name is required', status: 400 };

it.each([
  [new AppError({ ...required, field: 'name' }), 'name', 'Name is required'],
  [new AppError({ ...required, field: 'slug' }), null, 'Name is required'],
  [
    new AppError({ code: 'rate_limited', message: 'x', status: 429 }),
    null,
    'Too many requests. Please try again later.',
  ],
  [new AppError({ code: 'PGRST303', message: 'JWT expired', status: 401 }), null, 'Failed'],
  [new AppError({ code: '22001', message: 'x', field: 'name', status: 400 }), null, 'Failed'],
  [new TypeError('Failed to fetch'), null, 'Failed'],
])('%o is shown beside %s as %j', (error, field, message) => {
  expect(whyRefused('Failed')(error, ['name', 'email'])).toEqual({ field, message });
});
