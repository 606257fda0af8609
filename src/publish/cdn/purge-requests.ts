import type { CdnSettings } from '#config/cdn.ts';
import type { CdnProtocol } from './purging.ts';

/** Of nginx for what it does not have. */
const NOT_THERE = [404, 412];

/** `PURGE` requests to a cache of one's own, by the site's name; `PURGE /*` is everything. */
export function purgeRequests(
  { url }: Extract<CdnSettings, { kind: 'purge' }>,
  origin: string,
): CdnProtocol {
  const { host } = new URL(origin);
  return {
    name: 'The cache at CDN_URL',
    most: 1,
    atOnce: 8,
    call: (what) => {
      const path = what === 'all' ? '/*' : new URL(what[0] ?? origin).pathname;
      return { method: 'PURGE', url: url + path, headers: { host } };
    },
    seenAt: (seen) => ({ url: url + new URL(seen).pathname, headers: { host } }),
    isDone: (status, what) => what !== 'all' && NOT_THERE.includes(status),
  };
}
