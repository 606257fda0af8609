import { AuthRetryableFetchError, AuthUnknownError } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError, parseAnswer, toAppError, unwrap } from './app-error.ts';

describe('toAppError', () => {
  it('keeps code, sentence and field of a rule that the database refused', () => {
    const error = toAppError(
      { code: 'name_required', message: 'Name is required', details: 'name', hint: null },
      400,
    );
    expect(error).toMatchObject({
      code: 'name_required',
      message: 'Name is required',
      field: 'name',
      status: 400,
      definite: true,
    });
  });

  it('takes no field from a sentence', () => {
    const error = toAppError({ code: '23505', message: 'dup', details: 'Key (id) exists.' }, 409);
    expect(error.field).toBeNull();
  });

  it('reads the status that auth and storage errors carry themselves', () => {
    const auth = Object.assign(new Error('Invalid login credentials'), {
      status: 400,
      code: 'invalid_credentials',
    });
    expect(toAppError(auth)).toMatchObject({ code: 'invalid_credentials', status: 400 });
    const storage = Object.assign(new Error('too large'), { statusCode: '413' });
    expect(toAppError(storage)).toMatchObject({ status: 413, definite: false });
  });

  const offline = new TypeError('Failed to fetch');
  const noJson = new SyntaxError('Unexpected token <');
  /** Storage's own error around whatever went wrong before there was an answer. */
  const fromStorage = (originalError: Error) =>
    Object.assign(new Error(originalError.message), { originalError });
  it.each([
    [offline, undefined],
    [new DOMException('signal timed out', 'TimeoutError'), undefined],
    [new DOMException('The user aborted a request.', 'AbortError'), undefined],
    [{ message: 'TypeError: Failed to fetch', code: '' }, 0],
    [new AuthRetryableFetchError('Failed to fetch', 0), undefined],
    [fromStorage(offline), undefined],
  ])('calls a lost connection `network` and indefinite', (thrown, status) => {
    expect(toAppError(thrown, status)).toMatchObject({
      code: 'network',
      status: 0,
      definite: false,
    });
  });

  it.each([
    noJson,
    new AuthUnknownError('Unexpected token <', noJson),
    fromStorage(noJson),
    new Error('Only one signal'),
  ])('does not call %s a lost connection', (thrown) => {
    expect(toAppError(thrown)).toMatchObject({ code: 'unknown', definite: false });
  });

  it.each([400, 403, 409, 422])('%i is the last word', (status) => {
    expect(toAppError({ message: 'x' }, status).definite).toBe(true);
  });

  it.each([401, 404, 408, 425, 429, 500, 502, 503])(
    '%i may be answered otherwise later',
    (status) => {
      expect(toAppError({ message: 'x' }, status).definite).toBe(false);
    },
  );

  it('does not wrap twice', () => {
    const error = new AppError({ code: 'x', message: 'y' });
    expect(toAppError(error)).toBe(error);
  });
});

describe('unwrap', () => {
  it('refuses an empty answer, which a proxy without the route gives as 404 without a body', () => {
    expect(() => unwrap({ data: null, error: null, status: 204 })).toThrow('No answer');
  });
});

describe('parseAnswer', () => {
  it('gives what the schema makes of the answer', () => {
    expect(parseAnswer(z.object({ sent: z.number() }), { sent: 2, more: 1 })).toEqual({ sent: 2 });
  });
  it('refuses an answer of another shape, which is no lost connection', () => {
    const parse = () => parseAnswer(z.object({ sent: z.number() }), { sent: 'two' });
    expect(parse).toThrow(AppError);
    expect(parse).toThrow(expect.objectContaining({ code: 'unexpected_answer', definite: false }));
  });
});
