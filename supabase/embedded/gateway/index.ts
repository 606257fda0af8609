import { sentence } from '../errors.ts';
import { mailContext } from '../mail.ts';
import { quietly } from '../quiet.ts';
import { createAuth } from './auth.ts';
import { type Call, forward, type Services } from './call.ts';
import { onBehalfOf } from './caller.ts';
import { preflight, withCors } from './cors.ts';
import { Busy } from './fair-queue.ts';
import { busyError, errorFor, json } from './respond.ts';
import { createStorage } from './storage.ts';
import { refuseToken } from './tokens.ts';

const MEGABYTE = 2 ** 20;
/** Above the buckets' own limits, which give the better message. */
const LARGEST_UPLOAD = 20 * MEGABYTE;
const LARGEST_REQUEST = 2 * MEGABYTE;
/** What a person can have typed, many times over; imports come with the secret key. */
const LARGEST_TYPED = MEGABYTE / 4;

export type Handler = (request: Request, peer: string) => Promise<Response>;

/** The door of the backend: everything that hosted Supabase does in front of its services. */
export function createGateway(services: Services): Handler {
  const auth = createAuth(services);
  const storage = createStorage(services);

  async function route(call: Call): Promise<Response> {
    const { path } = call;
    const refused = await refuseToken(call, services);
    if (refused) return refused;
    const typed = !call.service && !path.startsWith('/storage/v1/');
    if (typed && (call.body?.length ?? 0) > LARGEST_TYPED) return tooLarge(path);
    if (path.startsWith('/auth/v1/')) return auth(call);
    if (path.startsWith('/storage/v1/')) return storage(call);
    // The description of the schema is for the secret key, as on hosted projects.
    if (path === '/rest/v1/' && !call.service) return json(401, { message: 'Invalid API key' });
    if (path.startsWith('/rest/v1/')) return forward(services.app, call);
    // Among them /_system, which shows the schema without a key, and /realtime.
    return json(404, { message: 'Not Found' });
  }

  return async (request, peer) => {
    const url = new URL(request.url);
    if (url.pathname === '/_health') return json(200, { ok: true });
    if (request.method === 'OPTIONS') return preflight(request);
    try {
      const body = await readBody(request, url.pathname);
      if (body === 'too large') return withCors(tooLarge(url.pathname));
      const call = callOf(request, url, body, peer, services);
      const redirectTo = url.searchParams.get('redirect_to');
      const response = await onBehalfOf(call, () =>
        quietly(() => mailContext.run({ redirectTo }, () => route(call))),
      );
      if (response.status >= 500)
        services.log(`${call.method} ${call.path} answered ${response.status}`);
      return withCors(response);
    } catch (error) {
      if (error instanceof Busy) return withCors(busyError(url.pathname, error.retryAfter));
      services.log(`${request.method} ${url.pathname} failed: ${sentence(error)}`);
      return withCors(errorFor(url.pathname, 500, 'unexpected_failure', 'Internal error'));
    }
  };
}

function callOf(
  request: Request,
  url: URL,
  body: Uint8Array | null,
  peer: string,
  services: Services,
): Call {
  const headers = new Headers(request.headers);
  // Only the front process can reach this port, and it overwrites whatever the caller sent.
  const ip = headers.get('x-client-ip') || peer;
  headers.set('x-client-ip', ip);
  return {
    method: request.method,
    url,
    path: url.pathname,
    headers,
    body,
    ip,
    service: headers.get('apikey') === services.keys.secretKey,
  };
}

async function readBody(request: Request, path: string): Promise<Uint8Array | null | 'too large'> {
  if (!request.body) return null;
  const largest = path.startsWith('/storage/') ? LARGEST_UPLOAD : LARGEST_REQUEST;
  if (Number(request.headers.get('content-length') ?? 0) > largest) return 'too large';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.length;
    if (size > largest) return 'too large';
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(path: string): Response {
  if (path.startsWith('/storage/')) {
    return errorFor(path, 413, 'Payload too large', 'The object exceeded the maximum allowed size');
  }
  return errorFor(path, 413, 'request_too_large', 'The request is too large');
}
