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

/** An error of whichever service a path belongs to. */
export function errorFor(path: string, status: number, code: string, message: string): Response {
  if (path.startsWith('/auth/')) return authError(status, code, message);
  if (path.startsWith('/storage/')) return storageError(status, code, message);
  return restError(status, code, message);
}
