/** Answers in the shapes of the hosted services, which supabase-js turns into its error classes. */

export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

/** PostgREST. */
export function restError(
  status: number,
  code: string,
  message: string,
  details: string | null = null,
): Response {
  return json(status, { code, message, details, hint: null });
}

/** GoTrue; `retryAfter` in seconds. */
export function authError(
  status: number,
  error_code: string,
  msg: string,
  retryAfter?: number,
): Response {
  return json(
    status,
    { code: status, error_code, msg },
    {
      'x-sb-error-code': error_code,
      'x-supabase-api-version': '2024-01-01',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  );
}

/** Ends a request with this answer. */
export class Refused extends Error {
  readonly answer: Response;

  constructor(answer: Response) {
    super(`The answer is ${answer.status}.`);
    this.answer = answer;
  }
}

/** `authError` as something to throw. */
export const authRefusal = (...error: Parameters<typeof authError>) =>
  new Refused(authError(...error));

/** What a request comes to, refused or not. */
export function answered(work: Promise<Response>): Promise<Response> {
  return work.catch((error) => {
    if (error instanceof Refused) return error.answer;
    throw error;
  });
}

/** What the hosted service's error codes are called, by the older names that stand beside them. */
const STORAGE_CODES: Record<string, string> = {
  'Bucket not found': 'NoSuchBucket',
  not_found: 'NoSuchKey',
  Duplicate: 'KeyAlreadyExists',
  invalid_mime_type: 'InvalidMimeType',
  'Payload too large': 'EntityTooLarge',
  'Invalid key': 'InvalidKey',
  Unauthorized: 'AccessDenied',
};

/** Storage answers 400 and keeps the real status in the body; only a token that is refused says so itself. */
export function storageError(
  statusCode: number,
  error: string,
  message: string,
  code = STORAGE_CODES[error] ?? error,
): Response {
  const status = statusCode === 401 || statusCode >= 500 ? statusCode : 400;
  return json(status, { statusCode: String(statusCode), code, error, message });
}

/** The service has more to do than it can: nothing was done, and the same request may be sent again. */
export function busyError(path: string, retryAfter: number): Response {
  const message = 'The service is busy. Try again in a moment.';
  const code = path.startsWith('/auth/') ? 'over_request_rate_limit' : 'PGRST003';
  const response = errorFor(path, 503, code, message);
  // Storage's shape has another status of its own, but a 503 is what makes clients come back.
  const headers = new Headers(response.headers);
  headers.set('retry-after', String(retryAfter));
  return new Response(response.body, { status: 503, headers });
}
const STORAGE_NAMES: Record<number, string> = {
  400: 'InvalidRequest',
  401: 'InvalidJWT',
  403: 'Unauthorized',
  409: 'Duplicate',
  500: 'InternalError',
};

/** An error of whichever service a path belongs to. */
export function errorFor(path: string, status: number, code: string, message: string): Response {
  if (path.startsWith('/auth/')) return authError(status, code, message);
  if (path.startsWith('/storage/'))
    return storageError(status, STORAGE_NAMES[status] ?? code, message);
  return restError(status, code, message);
}
