import { describe, expect, it } from 'vitest';
import { AppError, toAppError, unwrap } from './app-error.ts';

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

  it.each([
    [new TypeError('Failed to fetch'), undefined],
    [{ message: 'TypeError: Failed to fetch', code: '' }, 0],
  ])('calls a lost connection `network` and indefinite', (thrown, status) => {
    expect(toAppError(thrown, status)).toMatchObject({
      code: 'network',
      status: 0,
      definite: false,
    });
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
  it('gives the data', () => {
    expect(unwrap({ data: [1], error: null, status: 200 })).toEqual([1]);
  });
  it('throws the error', () => {
    expect(() => unwrap({ data: null, error: { message: 'no' }, status: 403 })).toThrow(AppError);
  });
  it('refuses an empty answer, which a proxy without the route gives as 404 without a body', () => {
    expect(() => unwrap({ data: null, error: null, status: 204 })).toThrow('No answer');
  });
});
