import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { brotliCompressSync } from 'node:zlib';
import { generate } from 'selfsigned';

export interface SecureFront {
  /** Adds a page of plain HTML at this path, compressed as well as can be. */
  add(pathname: string, html: string): void;
  close(): void;
}

/** Headers that belong to one connection of HTTP/1.1, and may not go on in HTTP/2. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

/** HTTP/2 over TLS before a server that runs here, as a host has it. Its certificate is made for this run. */
export async function openSecureFront(port: number, upstream: string): Promise<SecureFront> {
  const pages = new Map<string, Buffer>();
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (incoming, outgoing) => {
    const page = pages.get(incoming.url);
    if (page) sendPage(outgoing, page);
    else forward(upstream, incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    add: (pathname, html) => pages.set(pathname, brotliCompressSync(html)),
    close: () => server.close(),
  };
}

function sendPage(outgoing: Http2ServerResponse, body: Buffer): void {
  outgoing.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': body.length,
    'cache-control': 'no-cache',
  });
  outgoing.end(body);
}

function forward(
  upstream: string,
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
): void {
  const own = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':'));
  const passed = request(
    upstream + incoming.url,
    { method: incoming.method, headers: Object.fromEntries(own) },
    (answer) => {
      const headers = { ...answer.headers };
      for (const name of OF_THE_CONNECTION) delete headers[name];
      outgoing.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(outgoing);
    },
  );
  passed.once('error', () => outgoing.writeHead(502).end());
  incoming.pipe(passed);
}
