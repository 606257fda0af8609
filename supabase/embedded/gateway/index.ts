import { REQUEST_ID, safeRequestId } from '#http/request-id.ts';
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

/** The door of the backend: everything that hosted Supabase does in front of its services. */
export function createGateway(services: Services): Handler {
  const auth = createAuth(services);
  const storage = createStorage(services);
  const rest = createRest(services);
  const arrive = arrivals();

  async function route(call: Call): Promise<Response> {
    const refused = await refuseToken(call, services);
    if (refused) return refused;
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
