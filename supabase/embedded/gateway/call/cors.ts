const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';
const EXPOSED =
  'Content-Range, Content-Location, Preference-Applied, Retry-After, X-Supabase-Api-Version';

/** Hosted services allow every origin, because a request carries its own key and never a cookie. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  });
}

export function withCors(response: Response): Response {
  const { headers } = response;
  headers.delete('access-control-allow-credentials');
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', EXPOSED);
  return response;
}
