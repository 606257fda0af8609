import { REQUEST_ID, safeRequestId } from '#http/request-id.ts';
import { claimsOf } from '#http/signed-token.ts';
import { sentence } from '#node/errors.ts';
import { Busy, Gone, queueLoads } from '#node/fair-queue.ts';
import { behind } from '#node/log.ts';
import { impersonal } from '#node/redact.ts';
import { onBehalfOf } from '../base/caller.ts';
import { captureConsoleErrors } from '../base/captured-console.ts';
import { IMAGE_PATH, QUEUES_PATH } from '../base/messages.ts';
import { createAuth } from './auth/index.ts';
import { arrivals } from './call/arrivals.ts';
import type { Call, Services } from './call/call.ts';
import { preflight, withCors } from './call/cors.ts';
import { failed, mended } from './call/failures.ts';
import { busyError, json } from './call/responses.ts';
import { refuseToken } from './call/tokens.ts';
import { type Arrival, readCall } from './door.ts';
import { createRest } from './rest/rest.ts';
import { createStorage } from './storage/index.ts';

export type Handler = (arrival: Arrival) => Promise<Response>;

/** Calls of the auth service that begin or continue a session, and end none. */
const ENDS_NONE = /^\/auth\/v1\/(token|signup|recover|otp|magiclink|resend)$/;

/** Looks again for sessions that a call may have ended: its own (an account deletes itself), or anybody's. */
function forgetEnded({ method, path, token }: Call, { keys, sessions }: Services): void {
  if (method === 'GET' || method === 'HEAD') return;
  const own = token && path.startsWith('/rest/v1/') ? claimsOf(token, keys.jwtSecret) : null;
  if (own?.session_id) sessions.forget(String(own.session_id));
  if (path.startsWith('/auth/v1/') && !ENDS_NONE.test(path)) sessions.forget();
}

/** The door of the backend: everything that hosted Supabase does in front of its services. */
export function createGateway(services: Services): Handler {
  const auth = createAuth(services);
  const storage = createStorage(services);
  const rest = createRest(services);
  const arrive = arrivals();

  async function route(call: Call): Promise<Response> {
    const refused = await refuseToken(call, services);
    if (refused) return refused;
    // Before the answer, because the client that has read it relies on it; the database tells of it a moment later.
    return serve(call).finally(() => forgetEnded(call, services));
  }

  async function serve(call: Call): Promise<Response> {
    const { path } = call;
    if (path.startsWith('/auth/v1/')) return auth(call);
    if (path.startsWith('/storage/v1/')) return storage(call);
    if (path.startsWith('/rest/v1/')) return rest(call);
    if (path === QUEUES_PATH && call.service) return json(200, queueLoads());
    // What `npm run backup` asks of a backend whose PGlite nobody else can read.
    if (path === IMAGE_PATH && call.service && call.method === 'POST' && services.keepImage)
      return json(200, await services.keepImage());
    // Among them /_system, which shows the schema without a key, and /realtime.
    return json(404, { message: 'Not Found' });
  }

  async function answer(arrival: Arrival): Promise<Response> {
    const call = await readCall(arrival, services);
    if (call instanceof Response) return call;
    const { signal } = arrival;
    const { value, faults } = await onBehalfOf({ ...call, signal }, async () => {
      await arrive(call.ip);
      return captureConsoleErrors(() => route(call));
    });
    return mended(call, value, faults, services);
  }

  return async (arrival) => {
    const { request } = arrival;
    const url = new URL(request.url);
    if (url.pathname === '/_health') return json(200, { ok: true });
    if (request.method === 'OPTIONS') return preflight(request);
    try {
      return withCors(await answer(arrival));
    } catch (error) {
      if (error instanceof Busy || error instanceof Gone)
        return withCors(busyError(url.pathname, error.retryAfter));
      services.log(impersonal(`${request.method} ${url.pathname} failed: ${sentence(error)}`), {
        event: 'request.failed',
        level: 'error',
        request: safeRequestId(request.headers.get(REQUEST_ID)),
        ...behind(error),
      });
      return withCors(failed(url.pathname, error));
    }
  };
}
