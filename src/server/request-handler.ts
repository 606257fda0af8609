import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeLoosely } from '#config/decode-loosely.ts';
import { REQUEST_ID, safeRequestId } from '#http/request-id.ts';
import { originForm } from '#http/request-target.ts';
import { messageOf } from '#node/errors.ts';
import { behind, type Log, logLine } from '#node/log.ts';
import {
  isLocated,
  LOCATED_HEADERS,
  missingAt,
  otherSpelling,
  STATUS,
  securityHeaders,
} from '#site/served.ts';
import { loggedPath } from './access-log.ts';
import { apiTarget } from './api-target.ts';
import type { IntakeLimits } from './body-intake.ts';
import type { ClientAddress, TrustProxy } from './client-address.ts';
import { openMediaFiles } from './media-files.ts';
import type { PlainRequest } from './plain-request.ts';
import { type BackendProxy, backendProxy, isBackendPath } from './proxy.ts';
import type { KeptAnswer } from './quick-answers.ts';
import { respond } from './respond.ts';
import { keptAnswer, sendAsset } from './send.ts';
import type { Secrets } from './sender.ts';
import { openSiteFiles, type SiteFiles } from './site-files.ts';

export interface HandlerOptions {
  origin: string;
  /** Null: browsers talk to a hosted project themselves, nothing is proxied. */
  backendUrl: (() => string) | null;
  /** By which senders are told apart before their bodies are taken in. */
  secrets?: () => Secrets | null;
  /** Variants of uploads, served under /media. */
  mediaDir: string;
  /** Answers further paths (hooks, control); false when the path is not its own. */
  hooks?: (request: IncomingMessage, response: ServerResponse, pathname: string) => boolean;
  /** What /healthz says beside the release; must never hang. `failing` makes it a 503. */
  health?: () => Promise<{ status?: 'degraded' | 'failing' }>;
  /** False for a process that serves no pages: it only says how it is, and answers hooks. */
  serves?: boolean;
  /** Which proxies in front may say for whom they call; nobody unless given. */
  trustProxy?: TrustProxy;
  /** What clients may do while their bodies arrive, where it is another measure than the product's. */
  intake?: IntakeLimits | undefined;
  log?: Log;
  /** A CDN in front hears of every change. */
  cdn?: boolean;
  /** How much of the files that were asked for last stays in memory, compressed. */
  memoryBytes?: number | undefined;
}

const PAGE_MEMORY_BYTES = 64 * 1024 * 1024;
const MEDIA_MEMORY_BYTES = 64 * 1024 * 1024;

const HEALTH_PATH = '/healthz';
const HOOKS = '/hooks/';
const NOTHING_SERVED = 'This process serves no pages (ROLES).';

/** Of answers of the API that say nothing of caches themselves, and for a CDN of all. */
const NOT_KEPT = { 'cache-control': 'no-store', 'cdn-cache-control': 'no-store' };

/** Answers every request of the product: with files of the live release, or by the handler of its address. */
export class RequestHandler {
  readonly media: ReturnType<typeof openMediaFiles>;
  readonly #options: HandlerOptions;
  readonly #shared: Record<string, string>;
  readonly #proxy: BackendProxy | null;
  #live: { id: string; files: SiteFiles; warming: AbortController } | null = null;

  constructor(options: HandlerOptions, addressOf: ClientAddress) {
    const { origin, backendUrl, intake, mediaDir, secrets } = options;
    this.#options = options;
    this.#shared = securityHeaders(origin);
    const proxied = options.cdn ? { ...NOT_KEPT, ...this.#shared } : this.#shared;
    this.#proxy = backendUrl && backendProxy(backendUrl, proxied, addressOf, intake, secrets);
    this.media = openMediaFiles(mediaDir, MEDIA_MEMORY_BYTES);
  }

  /** Those of the live release; null before the first. */
  get files(): SiteFiles | null {
    return this.#live?.files ?? null;
  }

  get #serves(): boolean {
    return this.#options.serves ?? true;
  }

  async activate(id: string, siteDir: string): Promise<void> {
    const files = await openSiteFiles(siteDir, this.#options.memoryBytes ?? PAGE_MEMORY_BYTES);
    this.stop();
    this.#live = { id, files, warming: new AbortController() };
    void files.warm(this.#live.warming.signal);
  }

  stop(): void {
    this.#live?.warming.abort();
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const url = originForm(request.url ?? '/');
    const mark = url.indexOf('?');
    const rawPath = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark);
    const api = this.#proxy && apiTarget(url);
    const isFile = !api && isFileAddress(rawPath);
    // An answer without a file may fail in more ways: its id lets a caller name the request.
    if (!isFile) response.setHeader(REQUEST_ID, String(request.headers[REQUEST_ID]));
    if (this.#proxy && api === 'ambiguous') {
      this.#plain(response, 400, { message: 'The address can be read in more than one way.' });
    } else if (this.#proxy && api) {
      // What was understood is what is handed on, and logged.
      request.url = api;
      this.#proxy(request, response);
    } else if (rawPath === HEALTH_PATH) {
      void this.#health(response);
    } else if (!this.#options.hooks?.(request, response, rawPath)) {
      this.#file(request, response, rawPath, query);
    }
  };

  /** What `handle` would answer, where that is in memory. */
  readonly fromMemory = (request: PlainRequest): KeptAnswer | null => {
    const asset = this.files?.held(request.path) ?? this.media.held(request.path);
    if (asset?.location) return null;
    if (!asset || !isFileAddress(request.path)) return null;
    return keptAnswer(request, asset, this.#headersOf(request.path), this.#keeps(''));
  };

  #file(request: IncomingMessage, response: ServerResponse, rawPath: string, query: string) {
    if (!this.#serves) return this.#plain(response, 404, NOTHING_SERVED);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return this.#plain(response, 405, 'Method not allowed', { allow: 'GET, HEAD' });
    const location = otherSpelling(rawPath);
    if (location)
      return this.#plain(response, STATUS.moved, 'Moved', { location: location + query });
    const pathname = decodeLoosely(rawPath);
    const asset = this.#page(pathname, query);
    if (asset && !(asset instanceof Promise) && !asset.location) {
      const headers = this.#headersOf(pathname);
      const sending = sendAsset(request, response, asset, 200, headers, this.#keeps(query));
      if (sending) sending.catch(() => response.destroy());
      return;
    }
    this.#serve(request, response, pathname, query).catch((error) => {
      const log = this.#options.log ?? logLine;
      log(`${loggedPath(pathname)}: ${messageOf(error)}`, {
        event: 'site.failed',
        level: 'error',
        request: safeRequestId(request.headers[REQUEST_ID]),
        ...behind(error),
      });
      if (response.headersSent) response.destroy();
      else this.#plain(response, 500, 'Internal error');
    });
  }

  #headersOf(pathname: string): Record<string, string> {
    return isLocated(pathname) ? { ...this.#shared, ...LOCATED_HEADERS } : this.#shared;
  }

  /** What is purged by its address has no query in it. */
  #keeps(query: string): boolean {
    return this.#options.cdn === true && query === '';
  }

  /** The page of a list that the query names, or the file at this path. */
  #page(pathname: string, query: string): ReturnType<SiteFiles['get']> {
    return this.files?.get(pageInQuery(pathname, query)) ?? this.files?.get(pathname) ?? null;
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    query: string,
  ): Promise<void> {
    const { files } = this;
    if (!files)
      return this.#plain(response, 503, 'The site is being built.', { 'retry-after': '5' });
    const isMedia = pathname.startsWith('/media/');
    const asset = await (isMedia ? this.media.get(pathname) : this.#page(pathname, query));
    if (asset?.location) {
      const { location, lifetime } = asset;
      const headers = {
        location: location + query,
        'cache-control': lifetime.cache,
        ...(this.#keeps(query) && lifetime.cdn && { 'cdn-cache-control': lifetime.cdn }),
      };
      return this.#plain(response, STATUS.moved, 'Moved', headers);
    }
    if (asset) {
      const headers = this.#headersOf(pathname);
      return sendAsset(request, response, asset, 200, headers, this.#keeps(query));
    }
    const page = files.get(missingAt(pathname)) ?? files.get('/404');
    if (!page) return this.#plain(response, STATUS.missing, 'Not found');
    return sendAsset(request, response, await page, STATUS.missing, this.#shared);
  }

  async #health(response: ServerResponse): Promise<void> {
    const health = (this.#live || !this.#serves) && (await this.#options.health?.());
    // Read afterwards: what is well may be so since the release of this moment.
    const live = this.#live;
    const status = live || !this.#serves ? 'ok' : 'starting';
    const body = { status, release: live?.id ?? null, ...health };
    const well = body.status === 'ok' || body.status === 'degraded';
    this.#plain(response, well ? 200 : 503, body);
  }

  #plain(
    response: ServerResponse,
    status: number,
    body: string | object,
    headers: Record<string, string> = {},
  ): void {
    respond(response, status, body, { ...this.#shared, ...headers });
  }
}

/** Whether an address has one reading only, and can be nothing but a file's. */
function isFileAddress(pathname: string): boolean {
  if (!/^\/[\w.~/-]*$/.test(pathname)) return false;
  return pathname !== HEALTH_PATH && !pathname.startsWith(HOOKS) && !isBackendPath(pathname);
}

/** Where a page of a list lies that the address asks for in its query, for visitors without scripts. */
function pageInQuery(pathname: string, query: string): string {
  const page = /^\?page=(\d{1,7})$/.exec(query)?.[1];
  return page ? `${pathname}/page/${page}` : '';
}
