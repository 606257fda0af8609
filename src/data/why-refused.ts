import { isErrorCode, MESSAGES } from '#lib/errors.ts';
import { toAppError } from './app-error.ts';

/**
 * What the server refused, for a form with these fields: our own sentence beside the field it is about. Anything that
 * this product did not raise itself, such as an expired session, is `failed` and beside no field. The console has the
 * error itself.
 */
export const whyRefused =
  (failed: string) =>
  <Field extends string>(error: unknown, fields: readonly Field[]) => {
    console.error(error);
    const { code, field } = toAppError(error);
    if (!isErrorCode(code)) return { field: null, message: failed };
    return { field: fields.find((one) => one === field) ?? null, message: MESSAGES[code] };
  };
