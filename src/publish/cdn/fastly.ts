import type { CdnSettings } from '#config/cdn.ts';
import { type CdnProtocol, SOON_MS } from './purging.ts';

/**
 * https://www.fastly.com/documentation/reference/api/purging: one address in a call, without its scheme. A page that was
 * purged softly is still shown where nothing answers; a photo may have been withdrawn.
 */
export function fastly({ service, token }: Extract<CdnSettings, { kind: 'fastly' }>): CdnProtocol {
  return {
    name: 'Fastly',
    most: 1,
    atOnce: 8,
    collectMs: SOON_MS,
    again: true,
    call: (what) => {
      const url = what === 'all' ? undefined : what[0];
      const isPage = url !== undefined && !new URL(url).pathname.startsWith('/media/');
      return {
        method: 'POST',
        url: `https://api.fastly.com/${pathOf(url, service)}`,
        headers: { 'fastly-key': token, ...(isPage && { 'fastly-soft-purge': '1' }) },
      };
    },
  };
}

const pathOf = (url: string | undefined, service: string): string =>
  url === undefined ? `service/${service}/purge_all` : `purge/${url.replace(/^https?:\/\//, '')}`;
