import { TRUSTED_TYPES } from '#config/trusted-types.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Files whose name is made from their content never change; everything else is asked for again. Pictures do not change
 * either, but may be withdrawn: a cache that many share asks every minute whether they are still there.
 */
export function cacheControl(pathname: string): string {
  if (pathname.startsWith('/media/')) return `${FOR_EVER}, s-maxage=60`;
  return IMMUTABLE.test(pathname) ? FOR_EVER : 'public, max-age=0, must-revalidate';
}
const IMMUTABLE = /^\/(_astro|pagefind(-murals)?\/[0-9a-f]{20})\//;

/**
 * What a CDN is told beside browsers, where it is told of every change: to keep what may change for long too. Pictures
 * that are withdrawn are purged like pages.
 */
export function forCdn(cacheControl: string): [name: string, value: string][] {
  return cacheControl === FOR_EVER
    ? []
    : [['cdn-cache-control', 'max-age=31536000, stale-if-error=86400']];
}

/**
 * Sent with every answer. The pages carry their script and style hashes in a policy of their own; what only a
 * header can say is said here. `_headers` repeats them for static hosts.
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

/** The desk on which artists say where a wall is, which they may stand in front of. */
export const LOCATED = '/dashboard/artist';

/** What is said differently of the pages below `LOCATED`. */
export const LOCATED_HEADERS = permissions('(self)');
