import { Agent, createServer, type Server, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { RECORDER } from './recorder.ts';

export interface Network {
  origin: string;
  /** Every connection breaks, and new ones do too. */
  lose(): void;
  find(): void;
  close(): Promise<void>;
}

/**
 * The way between browser and product: it can be lost, which no driver can do in every browser, and it puts the
 * recorder of faults before anything else of a page, before its policy too.
 */
export async function openNetwork(port: number, productPort: number): Promise<Network> {
  const sockets = new Set<Socket>();
  const agent = new Agent({ keepAlive: false });
  let lost = false;
  const server = createServer((request, response) => {
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const target = { host: '127.0.0.1', port: productPort, path: request.url, headers, agent };
    const upstream = send({ ...target, method: request.method }, (answer) => {
      const { 'content-length': _, ...rest } = answer.headers;
      const isPage = /^text\/html/.test(answer.headers['content-type'] ?? '');
      if (!isPage) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        return void answer.pipe(response);
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        response.writeHead(answer.statusCode ?? 502, rest);
        response.end(recorded(Buffer.concat(parts).toString('utf8')));
      });
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  server.on('connection', (socket) => {
    if (lost) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    lose: () => {
      lost = true;
      for (const socket of sockets) socket.destroy();
    },
    find: () => {
      lost = false;
    },
    close: () => closed(server),
  };
}

const recorded = (html: string) => html.replace('<head>', `<head><script>${RECORDER}</script>`);

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
