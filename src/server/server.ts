import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { originForm } from '#http/request-target.ts';
import { securityHeaders } from '#publish/http-headers.ts';
import { accessLog } from './access-log.ts';
import { apiTarget } from './api-target.ts';
import type { IntakeLimits } from './body-intake.ts';
import { clientAddress, type TrustProxy } from './client-address.ts';
import { boundConnections, SERVER_OPTIONS } from './connections.ts';
import { openMediaFiles } from './media-files.ts';
import type { PlainRequest } from './plain-request.ts';
import { backendProxy, isBackendPath } from './proxy.ts';
import { answerQuickly, type QuickConnections } from './quick-answers.ts';
import { respond } from './respond.ts';
import { keptAnswer, sendAsset } from './send.ts';
import { openSiteFiles, type SiteFiles } from './site-files.ts';

export interface ServerOptions {
  host: string;
  port: number;
  origin: string;
  /** Null: browsers talk to a hosted project themselves, nothing is proxied. */
  backendUrl: (() => string) | null;
  /** Variants of uploads, served under /media. */
  mediaDir: string;
  /** Answers further paths (hooks, control); false when the path is not its own. */
  hooks?: (request: IncomingMessage, response: ServerResponse, pathname: string) => boolean;
  /** What /healthz says beside the release; must answer at once. `failing` makes it a 503. */
  health?: () => { status?: 'degraded' | 'failing' };
  /** Which proxies in front may say for whom they call; nobody unless given. */
  trustProxy?: TrustProxy;
  /** What clients may do while their bodies arrive, where it is another measure than the product's. */
  intake?: IntakeLimits | undefined;
  /** Gets one JSON line per answer. */
  log?: ((line: string) => void) | undefined;
  /** How much of the files that were asked for last stays in memory, compressed. */
  memoryBytes?: number | undefined;
}

export interface SiteServer {
  port: number;
  /** Serves a release from now on; requests under way finish with the previous one. */
  activate(releaseId: string, siteDir: string): Promise<void>;
  /** Looks again at files of the live release. */
  refresh(files: readonly string[]): Promise<void>;
  /** Serves a page of the live release that was rendered this moment. */
  put(file: string, body: Buffer): void;
  /** Pictures that are gone: nobody gets them from memory. */
  forget(names: readonly string[]): void;
  /** Stops accepting, lets requests under way finish, and at last closes what is left. */
  close(): Promise<void>;
}

const DEFAULT_MEMORY = 64 * 1024 * 1024;
const MEDIA_MEMORY = 64 * 1024 * 1024;
/** Whoever ends the product waits five seconds; the database ends after the last answer. */
const CLOSE_AFTER_MS = 2500;

const HEALTH_PATH = '/healthz';
const HOOKS = '/hooks/';

/** Whether an address has one reading only, and can be nothing but a file's. */
function isFileAddress(pathname: string): boolean {
  if (!/^\/[\w.~/-]*$/.test(pathname)) return false;
  return pathname !== HEALTH_PATH && !pathname.startsWith(HOOKS) && !isBackendPath(pathname);
}

/** Where a page of a list lies that the address asks for in its query, for whoever comes without scripts. */
function pageInQuery(pathname: string, query: string): string {
  const page = /^\?page=(\d{1,7})$/.exec(query)?.[1];
  return page ? `${pathname}/page/${page}` : '';
}

/** Starts the one HTTP server of the product: site, pictures, health, hooks, and the backend's API behind it. */
export async function startServer(options: ServerOptions): Promise<SiteServer> {
  const shared = securityHeaders(options.origin);
  const addressOf = clientAddress(options.trustProxy);
  const proxy = options.backendUrl
    ? backendProxy(options.backendUrl, shared, addressOf, options.intake)
    : null;
  const media = openMediaFiles(options.mediaDir, MEDIA_MEMORY);
  let live: { id: string; files: SiteFiles; warming: AbortController } | null = null;

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const url = originForm(request.url ?? '/');
    const mark = url.indexOf('?');
    const rawPath = mark < 0 ? url : url.slice(0, mark);
    const api = proxy && apiTarget(url);
    if (api === 'ambiguous')
      return plain(response, 400, { message: 'The address can be read in more than one way.' });
    if (proxy && api) {
      // What was understood is what is handed on, and logged.
      request.url = api;
      return proxy(request, response);
    }
    if (rawPath === HEALTH_PATH) return health(response);
    if (options.hooks?.(request, response, rawPath)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(response, 405, 'Method not allowed', { allow: 'GET, HEAD' });
    }
    const pathname = decodePath(rawPath);
    if (pathname === null) return plain(response, 400, 'Bad request');
    const query = mark < 0 ? '' : url.slice(mark);
    const asset = live?.files.get(pageInQuery(pathname, query)) ?? live?.files.get(pathname);
    if (asset && !(asset instanceof Promise)) {
      const sending = sendAsset(request, response, asset, 200, shared);
      return sending && void sending.catch(() => response.destroy());
    }
    void serve(request, response, pathname, query).catch((error) => {
      console.error(`${pathname}: ${error instanceof Error ? error.message : error}`);
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'Internal error');
    });
  };

  /** What `handle` would answer, where that is in memory. */
  const fromMemory = (request: PlainRequest) => {
    const asset = live?.files.held(request.path) ?? media.held(request.path);
    return asset && isFileAddress(request.path) ? keptAnswer(request, asset, shared) : null;
  };

  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    query: string,
  ) => {
    if (!live) return plain(response, 503, 'The site is being built.', { 'retry-after': '5' });
    const found = pathname.startsWith('/media/')
      ? media.get(pathname)
      : (live.files.get(pageInQuery(pathname, query)) ?? live.files.get(pathname));
    const asset = await found;
    if (asset) return sendAsset(request, response, asset, 200, shared);
    const known = canonical(pathname);
    if (known && live.files.get(known)) {
      const location = encodeURI(known) + query;
      return plain(response, 308, 'Moved', { location });
    }
    const page = live.files.get('/404');
    if (!page) return plain(response, 404, 'Not found');
    return sendAsset(request, response, await page, 404, shared);
  };

  const health = (response: ServerResponse) => {
    const body = {
      status: live ? 'ok' : 'starting',
      release: live?.id ?? null,
      ...(live && options.health?.()),
    };
    const well = body.status === 'ok' || body.status === 'degraded';
    plain(response, well ? 200 : 503, body);
  };

  const plain = (
    response: ServerResponse,
    status: number,
    body: string | object,
    headers: Record<string, string> = {},
  ) => respond(response, status, body, { ...shared, ...headers });

  const server = createServer(
    SERVER_OPTIONS,
    options.log ? accessLog(handle, options.log, addressOf) : handle,
  );
  // What is answered from memory is not logged.
  const quick = options.log ? null : answerQuickly(server, fromMemory);
  boundConnections(server, (address) => options.trustProxy?.(address, 0) ?? false);
  await listen(server, options.port, options.host);

  return {
    port: (server.address() as AddressInfo).port,
    activate: async (id, siteDir) => {
      const files = await openSiteFiles(siteDir, options.memoryBytes ?? DEFAULT_MEMORY);
      live?.warming.abort();
      live = { id, files, warming: new AbortController() };
      void files.warm(live.warming.signal);
    },
    refresh: async (files) => {
      await live?.files.refresh(files);
    },
    put: (file, body) => live?.files.put(file, body),
    forget: media.forget,
    close: () => {
      live?.warming.abort();
      return close(server, quick);
    },
  };
}

/** Null for what cannot be decoded or tries to leave the site; only names in the list of files are ever opened. */
function decodePath(rawPath: string): string | null {
  if (!rawPath.includes('%')) return rawPath;
  try {
    const decoded = decodeURIComponent(rawPath);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

/** The address of a page that was asked for as '/artists/', '/artists.html' or '/index.html'; null otherwise. */
function canonical(pathname: string): string | null {
  const stripped = pathname.replace(/(\/index)?\.html$/, '').replace(/\/+$/, '') || '/';
  return stripped === pathname || stripped.startsWith('//') ? null : stripped;
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

export class PortInUse extends Error {
  constructor(port: number, host: string) {
    super(
      `Port ${port} on ${host} is in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
    );
    this.name = 'PortInUse';
  }
}

function close(server: Server, quick: QuickConnections | null): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
      quick?.destroyAll();
    }, CLOSE_AFTER_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
    quick?.endAll();
  });
}
