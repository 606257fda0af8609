import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Times in which a client has to do its part. */
export const HEAD_MS = 15_000;
/** 20 MB from a phone with 70 KB a second; what stands still is ended long before. */
const REQUEST_MS = 300_000;
/** Without a byte in either direction, as from a client that does not read its answer. */
export const SILENT_MS = 150_000;
/**
 * Longer than proxies keep a connection that rests (Caddy two minutes, nginx, Varnish and ALB one): the side that sends
 * has to be the first to let go, or a request meets a connection that is closing.
 */
export const KEEP_ALIVE_MS = 130_000;
const MAX_CONNECTIONS = 20_000;
const MAX_CONNECTIONS_PER_ADDRESS = 1500;

/** Node's options of a server. */
export const SERVER_OPTIONS = {
  headersTimeout: HEAD_MS,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: KEEP_ALIVE_MS,
};

/**
 * Bounds how many connections there are, and how many of one address. A new one takes the place of the oldest that has
 * no request under way: half a head, or nothing at all. A proxy of ours (`isProxy`) brings the connections of everybody.
 */
export function boundConnections(
  server: Server,
  isProxy: (address: string) => boolean = () => false,
  mostPerAddress = MAX_CONNECTIONS_PER_ADDRESS,
): void {
  const open = new Map<string, Set<Socket>>();
  const busy = new Map<Socket, number>();
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = SILENT_MS;

  server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    if (isProxy(address)) return;
    const own = open.get(address) ?? new Set();
    open.set(address, own);
    if (own.size >= mostPerAddress) {
      const idle = own.values().find((other) => !busy.has(other) && other.writableLength === 0);
      if (!idle) return void socket.destroy();
      own.delete(idle);
      idle.destroy();
    }
    own.add(socket);
    socket.once('close', () => {
      busy.delete(socket);
      own.delete(socket);
      if (own.size === 0 && open.get(address) === own) open.delete(address);
    });
  });

  server.on('request', ({ socket }: IncomingMessage, response) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (left > 0) busy.set(socket, left);
      else busy.delete(socket);
    });
  });
}
