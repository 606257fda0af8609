import type { CdnSettings } from '#config/cdn.ts';
import { type CdnProtocol, SOON_MS } from './purging.ts';

/** https://www.fastly.com/documentation/reference/api/purging: one address in a call, without its scheme. */
export function fastly({ service, token }: Extract<CdnSettings, { kind: 'fastly' }>): CdnProtocol {
  return {
    name: 'Fastly',
    most: 1,
    atOnce: 8,
    collectMs: SOON_MS,
    again: true,
    call: (what) => ({
      method: 'POST',
      url: `https://api.fastly.com/${pathOf(what === 'all' ? undefined : what[0], service)}`,
      headers: { 'fastly-key': token, accept: 'application/json' },
    }),
  };
}

const pathOf = (url: string | undefined, service: string): string =>
  url === undefined ? `service/${service}/purge_all` : `purge/${url.replace(/^https?:\/\//, '')}`;
