import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { continueWhenRead } from '#http/awaited-body.ts';
import { REQUEST_ID, safeRequestId } from '#http/request-id.ts';
import { takeTurns } from '#http/request-turns.ts';
import { accessLog, type Listeners, quickLog } from './access-log.ts';
import { clientAddress } from './client-address.ts';
import { boundConnections, SERVER_OPTIONS } from './connections.ts';
import { answerQuickly, type QuickConnections } from './quick-answers.ts';
import { type HandlerOptions, RequestHandler } from './request-handler.ts';
import { respond } from './respond.ts';

export interface ServerOptions extends HandlerOptions {
  host: string;
  port: number;
  /** What is served from the first request on, until another one is activated. */
  release?: { id: string; siteDir: string } | null;
  /** Who hears of each answer. */
  listeners?: Listeners;
}

export interface SiteServer {
  port: number;
  /** Serves a release from now on; requests under way finish with the previous one. */
  activate(releaseId: string, siteDir: string): Promise<void>;
  /** Looks again at files of the live release; nobody gets pictures among them, which are gone, from memory. */
  refresh(files: readonly string[]): Promise<void>;
  /** Serves a page of the live release that was rendered this moment. */
  put(file: string, body: Buffer): void;
  /** Stops accepting, lets requests under way finish, and at last closes what is left. */
  close(): Promise<void>;
}

/** A supervisor waits five seconds for the product to end; the database ends after the last answer. */
const CLOSE_AFTER_MS = 2500;

/** Starts the one HTTP server of the product: site, pictures, health, hooks, and the backend's API behind it. */
export async function startServer(options: ServerOptions): Promise<SiteServer> {
  const addressOf = clientAddress(options.trustProxy);
  const handler = new RequestHandler(options, addressOf);
  const { listeners = new Set() } = options;
  const server = createServer(
    SERVER_OPTIONS,
    named(accessLog(handler.handle, listeners, addressOf)),
  );
  const isProxy = (address: string) => options.trustProxy?.(address, 0) ?? false;
  takeTurns(server, isProxy);
  continueWhenRead(server);
  const quick = answerQuickly(server, handler.fromMemory, quickLog(listeners, addressOf));
  boundConnections(server, isProxy);
  if (options.release) await handler.activate(options.release.id, options.release.siteDir);
  await listen(server, options.port, options.host);

  return {
    port: (server.address() as AddressInfo).port,
    activate: (releaseId, siteDir) => handler.activate(releaseId, siteDir),
    refresh: async (files) => {
      handler.media.forget(files);
      await handler.files?.refresh(files);
    },
    put: (file, body) => handler.files?.put(file, body),
    close: () => {
      handler.stop();
      return close(server, quick);
    },
  };
}

/** Gives each request an id, or keeps and repeats the one that it came with. */
function named(handle: RequestListener): RequestListener {
  return (request, response) => {
    // Of two, a proxy in front and this server might go by another one each.
    if (hostsOf(request) > 1)
      return respond(response, 400, 'The request names more than one host.');
    const given = safeRequestId(request.headers[REQUEST_ID]);
    if (given) response.setHeader(REQUEST_ID, given);
    request.headers[REQUEST_ID] = given ?? randomUUID();
    handle(request, response);
  };
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') count += 1;
  return count;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUse(port, host) : cannotListen(error, host));
    });
    server.listen(port, host, resolve);
  });
}

function cannotListen(error: NodeJS.ErrnoException, host: string): Error {
  if (error.code === 'EACCES')
    return new Error('This user may not use that port: choose one above 1023 with PORT.');
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`HOST names an address that this computer does not have: '${host}'.`);
  return error;
}

class PortInUse extends Error {
  constructor(port: number, host: string) {
    super(
      `Port ${port} on ${host} is in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
    );
    this.name = 'PortInUse';
  }
}

function close(server: Server, quick: QuickConnections): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
      quick.destroyAll();
    }, CLOSE_AFTER_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
    quick.endAll();
  });
}
