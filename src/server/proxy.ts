import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { awaitsContinue } from '#http/awaited-body.ts';
import { largestBody } from '#http/body-limits.ts';
import { CLIENT_ADDRESS, FRONT_SECRET } from '#http/front-secret.ts';
import { readTarget } from '#http/request-target.ts';
import { answerRelay } from './answer-relay.ts';
import { BodyIntake, BodyRefused, type IntakeLimits } from './body-intake.ts';
import { type ClientAddress, clientAddress, networkOf } from './client-address.ts';
import { respond } from './respond.ts';
import { type Secrets, senderOf } from './sender.ts';

/** Meant for one connection only, so never passed on (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const PROXIED = /^\/(rest|auth|storage)\/v1(\/|$)/;
const FILES = /^\/storage\//;

/** The backend queues by what a request costs; here it only must not run out of connections. */
const MAX_REQUESTS = 1024;
const MAX_REQUESTS_PER_ADDRESS = 512;
const ANSWER_WITHIN_MS = 120_000;

export function isBackendPath(pathname: string): boolean {
  return PROXIED.test(pathname);
}

export type BackendProxy = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Passes requests to the backend once they are here as a whole. The client's address is what `addressOf` says, the
 * socket's by default: the database counts by it, so a header that the client typed must not reach it. `secrets` are
 * there from when the backend is.
 */
export function backendProxy(
  backendUrl: () => string,
  shared: Record<string, string>,
  addressOf: ClientAddress = clientAddress(),
  limits?: IntakeLimits,
  secrets: () => Secrets | null = () => null,
): BackendProxy {
  // Apart, so that large files on slow lines never stand in the way of a request.
  const agents = {
    api: new Agent({ keepAlive: true, maxSockets: MAX_REQUESTS }),
    files: new Agent({ keepAlive: true, maxSockets: 128 }),
  };
  const intake = new BodyIntake(limits);
  const relay = answerRelay();
  const room = counted(MAX_REQUESTS, MAX_REQUESTS_PER_ADDRESS);

  const refuse = (response: ServerResponse, status: number, message: string, more = {}) => {
    if (response.headersSent || response.destroyed) return void response.destroy();
    respond(response, status, { message }, { ...shared, ...more });
  };
  const unavailable = (response: ServerResponse) =>
    refuse(response, 503, 'The service is not available right now.', { 'retry-after': '2' });

  const pass = (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    address: string,
  ) => {
    const url = backendUrl();
    // A client may call while the backend is still starting.
    if (!url) return unavailable(response);
    const leave = room.enter(networkOf(address));
    if (!leave) return unavailable(response);
    response.once('close', leave);
    const target = new URL(url);
    const upstream = send({
      agent: FILES.test(request.url ?? '') ? agents.files : agents.api,
      host: target.hostname,
      port: target.port,
      method: request.method,
      path: request.url,
      headers: forwarded(request, body, address, secrets()?.frontSecret),
      timeout: ANSWER_WITHIN_MS,
    });
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...shared, ...endToEnd(answer.headers) });
      relay(answer, response);
    });
    upstream.on('timeout', () => upstream.destroy());
    upstream.on('error', () => unavailable(response));
    response.on('close', () => upstream.destroy());
    upstream.end(body);
  };

  return (request, response) => {
    if (awaitsContinue(request) && !namesKey(request))
      return refuse(response, 401, 'No API key was sent.');
    const address = addressOf(request);
    const sender = senderOf(request, networkOf(address), secrets());
    const largest = largestBody(pathOf(request.url), sender.kind);
    intake.receive(request, sender.key, largest).then(
      (body) => {
        if (!response.destroyed) pass(request, response, body, address);
      },
      (error) => {
        if (!(error instanceof BodyRefused)) return void response.destroy();
        const message = tooLargeFile(error, request) ?? error.message;
        const retry = error.status === 503 ? { 'retry-after': '5' } : {};
        refuse(response, error.status, message, { ...retry, connection: 'close' });
      },
    );
  };
}

/** Whether a request shows who sends it, as far as its head says; whether that is so the backend finds out. */
const namesKey = ({ headers, url = '' }: IncomingMessage): boolean =>
  Boolean(headers.apikey ?? headers.authorization) || /[?&](apikey|token)=./.test(url);

/** What cannot be read the backend refuses, whatever its size. */
const pathOf = (url = ''): string => readTarget(url)?.path ?? '';

/** The sentence that the storage service has for it. */
function tooLargeFile(error: BodyRefused, request: IncomingMessage): string | null {
  return error.status === 413 && FILES.test(request.url ?? '')
    ? 'The object exceeded the maximum allowed size'
    : null;
}

/** Counts what is under way, in all and by address; null instead of the way out when there is no room. */
function counted(most: number, mostPerAddress: number) {
  const byAddress = new Map<string, number>();
  let total = 0;
  return {
    enter(address: string): (() => void) | null {
      const own = byAddress.get(address) ?? 0;
      if (total >= most || own >= mostPerAddress) return null;
      total += 1;
      byAddress.set(address, own + 1);
      return () => {
        total -= 1;
        const left = (byAddress.get(address) ?? 1) - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      };
    },
  };
}

function forwarded(
  request: IncomingMessage,
  body: Buffer,
  address: string,
  frontSecret: string | undefined,
): Record<string, string | string[]> {
  const headers = endToEnd(request.headers);
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip') {
      delete headers[name];
    }
  }
  delete headers.expect;
  delete headers[FRONT_SECRET];
  if (frontSecret) headers[FRONT_SECRET] = frontSecret;
  const bodiless = body.length === 0 && /^(GET|HEAD|OPTIONS|DELETE)$/.test(request.method ?? '');
  if (bodiless) delete headers['content-length'];
  else headers['content-length'] = String(body.length);
  return { ...headers, [CLIENT_ADDRESS]: address };
}

function endToEnd(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const named = String(headers.connection ?? '').toLowerCase();
  const dropped = new Set(named.split(',').map((name) => name.trim()));
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] =>
        entry[1] !== undefined && !HOP_BY_HOP.has(entry[0]) && !dropped.has(entry[0]),
    ),
  );
}
