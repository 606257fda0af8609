import { TRUSTED_TYPES } from '#config/trusted-types.ts';

/** Files whose name is made from their content never change; everything else is asked for again. */
export function cacheControl(pathname: string): string {
  return IMMUTABLE.test(pathname)
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=0, must-revalidate';
}
const IMMUTABLE =
  /^\/(_astro\/|media\/|pagefind\/(fragment|index|filter)\/|pagefind\/.*\.(pf_meta|pf_fragment|pf_index|pf_filter)$)/;

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
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(origin.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}
