import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http';

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

export function isBackendPath(pathname: string): boolean {
  return PROXIED.test(pathname);
}

export type Proxy = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Passes requests to the backend, bodies streaming both ways. The client's address is always the socket's:
 * the database counts by it, so a header that the client typed must not reach it.
 */
export function backendProxy(backendUrl: () => string, shared: Record<string, string>): Proxy {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const unavailable = (response: ServerResponse) => {
    const body = JSON.stringify({ message: 'The service is not available right now.' });
    response.writeHead(503, { ...shared, 'content-type': 'application/json', 'retry-after': '2' });
    response.end(body);
  };
  return (request, response) => {
    const url = backendUrl();
    // Somebody may call while the backend is still starting.
    if (!url) return unavailable(response);
    const target = new URL(url);
    const upstream = send({
      agent,
      host: target.hostname,
      port: target.port,
      method: request.method,
      path: request.url,
      headers: forwarded(request),
    });
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...shared, ...endToEnd(answer.headers) });
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    upstream.on('error', () => {
      if (response.headersSent || response.destroyed) return void response.destroy();
      unavailable(response);
    });
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  };
}

function forwarded(request: IncomingMessage): Record<string, string | string[]> {
  const headers = endToEnd(request.headers);
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip') {
      delete headers[name];
    }
  }
  const address = request.socket.remoteAddress ?? '';
  return { ...headers, 'x-client-ip': address.replace(/^::ffff:/, '') };
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
