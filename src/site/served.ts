import { LANGUAGES, languageOf, pathIn } from '#config/language-paths.ts';
import { TRUSTED_TYPES } from '#config/trusted-types.ts';
import { TEXT_FOLDERS } from '#features/directory/search/bio-index.ts';

/*
 * What a visitor gets at each kind of address: the file, redirects, type, encodings, how long caches keep it, headers.
 * `npm start`, the files for static hosts and the objects of a bucket are made from this table; the rules of Varnish and
 * Cloudflare in docs/deploy say the same (scripts/lib/edge.test.ts). Regular expressions in it are ones that PCRE reads too.
 */

/** What the paths of a language's pages begin with. */
export const PREFIXES = LANGUAGES.map((language) => pathIn(language, '/').replace(/\/$/, ''));

/** How long a CDN keeps what it is told to purge: what a purge has missed heals by itself. */
export const CDN_SECONDS = { fresh: 300, whileRevalidating: 300, whileFailing: 86_400 };

const FOR_EVER = 'public, max-age=31536000, immutable';

/** What a CDN that hears of each change is told beside browsers. */
const FOR_CDN = [
  `max-age=${CDN_SECONDS.fresh}`,
  `stale-while-revalidate=${CDN_SECONDS.whileRevalidating}`,
  `stale-if-error=${CDN_SECONDS.whileFailing}`,
].join(', ');

export interface Lifetime {
  /** Paths that begin so, as a regular expression and as static hosts write them. */
  paths: RegExp;
  hosts: readonly string[];
  /** The bytes at such a path never become others. */
  immutable: boolean;
  /** For browsers, and for caches that hear of no change. */
  cache: string;
  /** For a CDN that does; null where `cache` says all. */
  cdn: string | null;
}

const PARTS = Object.values(TEXT_FOLDERS);

/** How long what may be kept, by the first row that fits. */
export const LIFETIMES = [
  {
    // The name is made from the content.
    paths: new RegExp(`^/(_astro|(${PARTS.join('|')})/[0-9a-f]{20})/`),
    hosts: ['/_astro/*', ...PARTS.map((folder) => `/${folder}/:part/*`)],
    immutable: true,
    cache: FOR_EVER,
    cdn: null,
  },
  {
    // Pictures do not change, but may be withdrawn: a cache that many share asks every minute.
    paths: /^\/media\//,
    hosts: ['/media/*'],
    immutable: false,
    cache: `${FOR_EVER}, s-maxage=60`,
    cdn: FOR_CDN,
  },
  {
    paths: /^/,
    hosts: [],
    immutable: false,
    cache: 'public, max-age=0, must-revalidate',
    cdn: FOR_CDN,
  },
] as const satisfies readonly Lifetime[];

/** @param path that of an address, or of a file. */
export function lifetimeOf(path: string): Lifetime {
  return LIFETIMES.find(({ paths }) => paths.test(path)) ?? LIFETIMES[2];
}

/** What files are sent as, by the end of their names; `packed` where they are compressed on their way. */
const TYPES: Record<string, { type: string; packed?: true }> = {
  html: { type: 'text/html; charset=utf-8', packed: true },
  css: { type: 'text/css; charset=utf-8', packed: true },
  js: { type: 'text/javascript; charset=utf-8', packed: true },
  mjs: { type: 'text/javascript; charset=utf-8', packed: true },
  json: { type: 'application/json; charset=utf-8', packed: true },
  webmanifest: { type: 'application/manifest+json; charset=utf-8', packed: true },
  xml: { type: 'application/xml; charset=utf-8', packed: true },
  txt: { type: 'text/plain; charset=utf-8', packed: true },
  svg: { type: 'image/svg+xml; charset=utf-8', packed: true },
  ico: { type: 'image/x-icon', packed: true },
  wasm: { type: 'application/wasm', packed: true },
  png: { type: 'image/png' },
  jpg: { type: 'image/jpeg' },
  jpeg: { type: 'image/jpeg' },
  webp: { type: 'image/webp' },
  avif: { type: 'image/avif' },
  woff2: { type: 'font/woff2' },
};

/** The ends of the names of files that are sent compressed. */
export const PACKED = Object.keys(TYPES).filter((end) => TYPES[end]?.packed);

const endOf = (file: string) => /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';

/** What is not known runs nowhere. */
export const contentType = (file: string): string =>
  TYPES[endOf(file)]?.type ?? 'application/octet-stream';

export const isPacked = (file: string): boolean => TYPES[endOf(file)]?.packed === true;

/** Where a bucket has such a file once more, compressed by brotli: not every CDN can do that by itself. */
export const BROTLI = '_br/';

/** 'artist/x.html' is served as /artist/x, 'index.html' as /; other files keep their name. */
export function pathOf(file: string): string {
  return file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`;
}

/** The file at a path without a slash at its end. */
export function fileAt(path: string): string {
  if (path === '/') return 'index.html';
  return path.slice(1) + (/\.[^/]*$/.test(path) ? '' : '.html');
}

/** Folders and a name, none of which begins with a dot or is empty: what leads there leads to this site. */
const NAMES = '(/[^/.\\\\][^/\\\\]*)+';

/** Paths, as they were sent, that lead to another one, the first group; nobody keeps that. */
export const REDIRECTS = [
  /^(\/)index(\.html)?$/,
  ...PREFIXES.filter(Boolean).map((prefix) => new RegExp(`^(${prefix})/index(\\.html)?$`)),
  new RegExp(`^(${NAMES})(/|\\.html)$`),
];

/** The page that says that there is none at such a path, in its language. */
export const missingAt = (path: string): string => pathIn(languageOf(path), '/404');

/** Where a path leads that is another spelling of a page's; null for one that is none. */
export function otherSpelling(path: string): string | null {
  // What most ask for is seen at its last letter.
  if (!/[/lx]$/.test(path) || path === '/') return null;
  return REDIRECTS.map((pattern) => pattern.exec(path)?.[1]).find(Boolean) ?? null;
}

/** No page with anything on it is as short. */
const REDIRECT_BYTES = 1500;

/** Where a page leads that only says that it has moved (`redirect-page.ts` writes it). */
export function movedTo(file: string, body: Uint8Array): string | undefined {
  if (body.length > REDIRECT_BYTES || !file.endsWith('.html')) return undefined;
  const text = new TextDecoder().decode(body);
  return /<meta http-equiv="refresh" content="0;url=(\/[a-z0-9/-]+)">/.exec(text)?.[1];
}

/** Of a page that has moved or is asked for in another spelling, and of what is missing. */
export const STATUS = { moved: 308, missing: 404 } as const;

/**
 * Sent with every answer. The pages carry their script and style hashes in a policy of their own; what only a
 * header can say is said here.
 */
export function securityHeaders(origin: string): Record<string, string> {
  return {
    'content-security-policy': [
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'self'",
      ...TRUSTED_TYPES,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...permissions('()'),
    'cross-origin-opener-policy': 'same-origin',
    ...(origin.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

const permissions = (geolocation: string) => ({
  'permissions-policy': `camera=(), microphone=(), geolocation=${geolocation}, payment=(), usb=()`,
});

/** The desks on which artists say where a wall is, which they may stand in front of. */
export const LOCATED = PREFIXES.map((prefix) => `${prefix}/dashboard/artist`);

/** What is said differently there. */
export const LOCATED_HEADERS = permissions('(self)');

export const isLocated = (path: string): boolean =>
  LOCATED.some((desk) => path === desk || path.startsWith(`${desk}/`));
