import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { backoff } from '#node/backoff.ts';
import { setBounded } from '#node/bounded-map.ts';
import { serialQueue } from '#node/concurrency.ts';
import { messageOf } from '#node/errors.ts';
import type { Log } from '#node/log.ts';
import { BodyTooLarge, readBody, respond } from './respond.ts';

interface WebhookOptions {
  /** Any of them may have signed: two while a secret is being rotated. */
  secrets: readonly string[];
  /** Durable; false for an id that was seen before. */
  remember: (id: string) => Promise<boolean>;
  /** Publishes what waits; gives a line that says what happened. */
  publish: () => Promise<string>;
  log: Log;
}

interface WebhookJob {
  id: string;
  status: 'queued' | 'running' | 'done' | 'failed';
  message?: string;
}

export const HOOK_PATH = '/hooks/rebuild';
const MAX_BODY_BYTES = 20_000;
const KEPT_JOBS = 200;
const MAX_ATTEMPTS = 5;
const RETRIES = { firstMs: 500, mostMs: 4000 };

/**
 * `POST /hooks/rebuild`, signed as Standard Webhooks says: refused unless fresh, unseen and small. Calls that
 * arrive before a queued job has begun share it, since it publishes everything that waits.
 * `GET /hooks/rebuild/{job}` tells how a job went. What was to be published is in the outbox, so that
 * a crash between the answer and the work loses nothing.
 */
export function webhook(options: WebhookOptions) {
  const verifiers = options.secrets.map((secret) => new Webhook(secret));
  const jobs = new Map<string, WebhookJob>();
  let queued: WebhookJob | null = null;
  const inTurn = serialQueue();

  const enqueue = (): WebhookJob => {
    if (queued) return queued;
    const job: WebhookJob = { id: randomUUID(), status: 'queued' };
    queued = job;
    setBounded(jobs, job.id, job, KEPT_JOBS);
    void inTurn(() => work(job));
    return job;
  };

  const work = async (job: WebhookJob) => {
    queued = null;
    job.status = 'running';
    for (let attempt = 1; ; attempt++) {
      try {
        job.message = await options.publish();
        job.status = 'done';
        return;
      } catch (error) {
        job.message = messageOf(error);
        if (attempt === MAX_ATTEMPTS) break;
        await pause(backoff(attempt, RETRIES));
      }
    }
    job.status = 'failed';
    const line = `A webhook's job failed; its changes wait for the next try: ${job.message}`;
    options.log(line, { event: 'webhook.failed', level: 'warn' });
  };

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request, MAX_BODY_BYTES);
    const id = verified(verifiers, body, request);
    if (!id) return respond(response, 401, { error: 'The signature or its time is not valid.' });
    if (!isEvent(body)) {
      return respond(response, 400, { error: 'The body must be a JSON object with a "type".' });
    }
    if (!(await options.remember(id))) {
      return respond(response, 409, { error: 'This webhook was received before.' });
    }
    const job = enqueue();
    respond(
      response,
      202,
      { job: job.id, status: job.status },
      { location: `${HOOK_PATH}/${job.id}` },
    );
  };

  return (request: IncomingMessage, response: ServerResponse, pathname: string): boolean => {
    if (pathname === HOOK_PATH) {
      if (request.method !== 'POST') {
        respond(response, 405, { error: 'Only POST.' }, { allow: 'POST' });
        return true;
      }
      receive(request, response).catch((error) => refuse(response, error));
      return true;
    }
    if (!pathname.startsWith(`${HOOK_PATH}/`)) return false;
    const job = jobs.get(pathname.slice(HOOK_PATH.length + 1));
    if (request.method !== 'GET') respond(response, 405, { error: 'Only GET.' }, { allow: 'GET' });
    else if (job) respond(response, 200, job);
    else respond(response, 404, { error: 'There is no such job.' });
    return true;
  };
}

function refuse(response: ServerResponse, error: unknown): void {
  if (error instanceof BodyTooLarge) {
    // The rest of the body is not read: the connection has to end.
    respond(response, 413, { error: `At most ${MAX_BODY_BYTES} bytes.` }, { connection: 'close' });
  } else if (!response.headersSent && !response.destroyed) {
    respond(response, 503, { error: 'Try again later.' }, { 'retry-after': '5' });
  }
}

/** The webhook's id when one of the secrets signed this body within the last five minutes. */
function verified(
  verifiers: readonly Webhook[],
  body: Buffer,
  request: IncomingMessage,
): string | null {
  const headers: Record<string, string> = {};
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const value = request.headers[name];
    if (typeof value !== 'string' || value === '' || value.length > 2000) return null;
    headers[name] = value;
  }
  for (const verifier of verifiers) {
    try {
      verifier.verify(body, headers, { jsonParse: false });
      const id = headers['webhook-id'] ?? '';
      return id.length <= 200 ? id : null;
    } catch {
      // signed with another secret, or not at all
    }
  }
  return null;
}

function isEvent(body: Buffer): boolean {
  try {
    const event = JSON.parse(body.toString('utf8'));
    return typeof event === 'object' && event !== null && typeof event.type === 'string';
  } catch {
    return false;
  }
}

/** Throws a sentence when a secret could never verify anything. */
export function checkSecret(secret: string): void {
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
    throw new Error(
      "A webhook secret must be 'whsec_' and at least 24 random bytes in base64. Make one with: " +
        "node -p \"'whsec_' + crypto.randomBytes(32).toString('base64')\"",
    );
  }
}
