import type { CdnSettings } from '#config/cdn.ts';
import type { CdnProtocol } from './purging.ts';

/** https://developers.cloudflare.com/api/resources/cache/methods/purge: 100 addresses in a call on every plan. */
export function cloudflare({
  zone,
  token,
}: Extract<CdnSettings, { kind: 'cloudflare' }>): CdnProtocol {
  return {
    name: 'Cloudflare',
    most: 100,
    atOnce: 1,
    seenAt: (url) => ({ url, headers: {} }),
    call: (what) => ({
      method: 'POST',
      url: `https://api.cloudflare.com/client/v4/zones/${zone}/purge_cache`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(what === 'all' ? { purge_everything: true } : { files: what }),
    }),
  };
}
