import { noteServerTime } from './server-clock.ts';

/**
 * `fetch` for a client with a session, on a device whose clock may be wrong. When a session ends is a time of the
 * server; supabase-js compares it with the device's clock and would ask for tokens without end, or keep a dead one. So
 * it gets only how long the session lasts. A clock that is set right meanwhile makes that wrong again: a token that the
 * server no longer takes is renewed once, and the request sent again.
 */
export function sessionFetch(
  renew: (refused: string) => Promise<string | null>,
  send: typeof fetch = (...request) => fetch(...request),
): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    noteServerTime(answer.headers.get('date'));
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.pathname.startsWith('/auth/v1/')) return answer.ok ? withoutEnd(answer) : answer;
    const token = answer.status === 401 && bearerOf(init?.headers);
    const next = token && (await isExpired(answer)) && (await renew(token).catch(() => null));
    if (!next) return answer;
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${next}`);
    return send(input, { ...init, headers });
  };
}

/** A session as the service gives it, without the moment of its end. */
async function withoutEnd(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.includes('json')) return answer;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null || !('expires_in' in body)) return answer;
  const { status, statusText } = answer;
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify({ ...body, expires_at: undefined }), {
    status,
    statusText,
    headers,
  });
}

const bearerOf = (headers: HeadersInit | undefined): string | null =>
  /^Bearer (.+)$/.exec(new Headers(headers).get('Authorization') ?? '')?.[1] ?? null;

const isExpired = async (answer: Response): Promise<boolean> =>
  /PGRST30[13]|JWT expired|token is expired/i.test(
    await answer
      .clone()
      .text()
      .catch(() => ''),
  );
