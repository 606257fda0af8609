import { Webhook } from 'standardwebhooks';
import type { CdnSettings } from '#config/cdn.ts';

/** Addresses, or all that the CDN has of the site. */
export type What = readonly string[] | 'all';

/** One request to a CDN. */
export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** How a CDN wants to be asked. */
export interface CdnProtocol {
  /** What it is called in sentences. */
  name: string;
  /** Addresses in one call, and calls at a time. */
  most: number;
  atOnce: number;
  /** `id` is the same however often this is tried. */
  call: (what: What, id: string) => Call;
  /** Where visitors see an address of the site in it. */
  seenAt: (url: string) => Pick<Call, 'url' | 'headers'>;
  /** Whether an answer other than 2xx means that nothing is left to purge. */
  isDone?: (status: number, what: What) => boolean;
}

/** How the configured CDN is asked to purge what has changed of the site at `origin`. */
export function protocolOf(settings: CdnSettings, origin: string): CdnProtocol {
  if (settings.kind === 'cloudflare') return cloudflare(settings);
  if (settings.kind === 'webhook') return webhookCalls(settings);
  return purgeRequests(settings, origin);
}

type Settings<Kind> = Extract<CdnSettings, { kind: Kind }>;

/** https://developers.cloudflare.com/api/resources/cache/methods/purge: 100 addresses in a call on every plan. */
const cloudflare = ({ zone, token }: Settings<'cloudflare'>): CdnProtocol => ({
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
});

/** `{ urls }` or `{ all: true }`, signed as https://www.standardwebhooks.com says. */
function webhookCalls({ url, secret }: Settings<'webhook'>): CdnProtocol {
  const signer = new Webhook(secret);
  return {
    name: 'The webhook of CDN_URL',
    most: 1000,
    atOnce: 1,
    seenAt: (seen) => ({ url: seen, headers: {} }),
    call: (what, id) => {
      const body = JSON.stringify(what === 'all' ? { all: true } : { urls: what });
      const now = new Date();
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(id, now, body),
      };
      return { method: 'POST', url, headers, body };
    },
  };
}

/** Of nginx for what it does not have. */
const NOT_THERE = [404, 412];

/** `PURGE` requests to a cache of one's own, by the site's name; `PURGE /*` is everything. */
function purgeRequests({ url }: Settings<'purge'>, origin: string): CdnProtocol {
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
