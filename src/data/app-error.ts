import type { z } from '#lib/zod.ts';

interface Details {
  code: string;
  message: string;
  field?: string | null;
  status?: number;
  cause?: unknown;
}

/** Statuses after which asking again with the same words cannot change the answer. */
const DEFINITE = new Set([400, 403, 409, 422]);

/**
 * The one error that the data layer throws, whatever failed below it.
 * `code` is a token of `src/lib/errors.ts`, `network` when no answer arrived, `unexpected_answer` for one of
 * another shape, or the service's own (`invalid_credentials`, `23505` …);
 * `field` names the form field a rule is about; `status` is 0 when there is none;
 * `definite` tells that the server has decided, so that a retry is pointless.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly field: string | null;
  readonly status: number;
  readonly definite: boolean;

  constructor({ code, message, field = null, status = 0, cause }: Details) {
    super(message, { cause });
    this.code = code;
    this.field = field;
    this.status = status;
    this.definite = DEFINITE.has(status);
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function statusOf(error: object, given: number | undefined): number | undefined {
  const status = given ?? Reflect.get(error, 'status') ?? Reflect.get(error, 'statusCode');
  return status === undefined ? undefined : Number(status) || 0;
}

/** What fetch and `import()` throw when nothing arrives; Storage wraps it. */
function isLostConnection(error: object): boolean {
  const thrown = Reflect.get(error, 'originalError') ?? error;
  return ['TypeError', 'AbortError', 'TimeoutError'].includes(thrown.name);
}

/**
 * Turns an error of PostgREST, Auth or Storage, or whatever fetch threw, into an AppError.
 * `status` is the response's where the error does not carry it (PostgREST).
 */
export function toAppError(error: unknown, status?: number): AppError {
  if (error instanceof AppError) return error;
  if (typeof error !== 'object' || error === null) {
    return new AppError({ code: 'unknown', message: String(error), status, cause: error });
  }
  const answered = statusOf(error, status);
  const message = text(Reflect.get(error, 'message'));
  if (answered === 0 || (answered === undefined && isLostConnection(error))) {
    return new AppError({ code: 'network', message, cause: error });
  }
  return new AppError({
    code: text(Reflect.get(error, 'code')) || 'unknown',
    message,
    // Our own SQL errors name the field in `details`; PostgREST's are sentences.
    field: /^[a-z_]+$/.exec(text(Reflect.get(error, 'details')))?.[0] ?? null,
    status: answered,
    cause: error,
  });
}

interface Result<T> {
  data: T;
  error: unknown;
  status?: number;
}

/** Throws the error of a supabase-js result as an AppError. */
export function throwError(result: Omit<Result<unknown>, 'data'>): void {
  if (result.error) throw toAppError(result.error, result.status);
}

/** The data of a supabase-js result, or its error thrown as an AppError. */
export function unwrap<T>(result: Result<T>): NonNullable<T> {
  throwError(result);
  if (result.data === null || result.data === undefined) {
    throw new AppError({ code: 'empty_answer', message: 'No answer', status: result.status });
  }
  return result.data;
}

/** An answer as the schema has it. Throws an AppError for one of another shape: it has arrived, but says nothing. */
export function parseAnswer<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const message = 'The answer has another shape than expected';
  throw new AppError({ code: 'unexpected_answer', message, status: 200, cause: parsed.error });
}

/** Whether a refused upload found a file of its name; storage answers 400 with a 409 inside. */
export const isThere = (error: object): boolean =>
  [error, Reflect.get(error, 'cause')].some(
    (one) =>
      typeof one === 'object' &&
      one !== null &&
      ['status', 'statusCode'].some((field) => Number(Reflect.get(one, field)) === 409),
  );
