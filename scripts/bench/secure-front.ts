import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { generate } from 'selfsigned';

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Headers that belong to one connection of HTTP/1.1, and may not go on in HTTP/2. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

/**
 * HTTP/2 over TLS before a server that runs here, as a host has it. Its certificate is made for this run. It keeps
 * what it passed on: on a host, the server does not take processor time from the visitor's browser.
 */
export async function openSecureFront(port: number, upstream: string): Promise<{ close(): void }> {
  const kept = new Map<string, Answer>();
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const answer = async (incoming: Http2ServerRequest): Promise<Answer> => {
    const known = incoming.method === 'GET' && kept.get(incoming.url);
    if (known) return known;
    const found = await forward(upstream, incoming);
    if (incoming.method === 'GET' && found.status === 200) kept.set(incoming.url, found);
    return found;
  };
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (incoming, outgoing) => {
    answer(incoming).then(
      (found) => send(outgoing, found),
      () => outgoing.writeHead(502).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    close: () => server.close(),
  };
}

function send(outgoing: Http2ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

async function forward(upstream: string, incoming: Http2ServerRequest): Promise<Answer> {
  const own = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':'));
  const passed = request(upstream + incoming.url, {
    method: incoming.method,
    headers: Object.fromEntries(own),
  });
  incoming.pipe(passed);
  const [answer]: IncomingMessage[] = await once(passed, 'response');
  if (!answer) throw new Error(`No answer to ${incoming.url}`);
  const headers: OutgoingHttpHeaders = { ...answer.headers };
  for (const name of OF_THE_CONNECTION) delete headers[name];
  return { status: answer.statusCode ?? 502, headers, body: await buffer(answer) };
}
