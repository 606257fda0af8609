import { expect, it } from 'vitest';
import { AppError } from '#data/app-error.ts';
import { authMessage } from './auth-message.api.ts';

it.each([
  [
    new AppError({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
      status: 400,
    }),
    'Invalid login credentials',
  ],
  [
    new AppError({ code: 'over_request_rate_limit', message: 'Too many attempts', status: 429 }),
    'Too many attempts',
  ],
  [new AppError({ code: 'x', message: '', status: 400 }), 'Authentication failed'],
  [new AppError({ code: 'network', message: 'Failed to fetch' }), 'Authentication failed'],
  [new AppError({ code: 'unknown', message: '<html>', status: 502 }), 'Authentication failed'],
  [new Error('boom'), 'Authentication failed'],
])('%o is shown as %j', (error, message) => {
  expect(authMessage(error)).toBe(message);
});
