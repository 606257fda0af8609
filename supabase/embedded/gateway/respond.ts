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
export function restError(status: number, code: string, message: string): Response {
  return json(status, { code, message, details: null, hint: null });
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

/** Storage answers 400 and keeps the real status in the body. */
export function storageError(statusCode: number, error: string, message: string): Response {
  return json(400, { statusCode: String(statusCode), error, message });
}

/** An error of whichever service a path belongs to. */
export function errorFor(path: string, status: number, code: string, message: string): Response {
  if (path.startsWith('/auth/')) return authError(status, code, message);
  if (path.startsWith('/storage/')) return storageError(status, code, message);
  return restError(status, code, message);
}
