import type { CdnSettings } from '../cdn.ts';

type Env = Record<string, string | undefined>;

/** What each kind of CDN needs, in the words of its own pages. */
const READERS: { [kind in CdnSettings['kind']]: (env: Env) => CdnSettings } = {
  cloudflare: (env) => ({
    kind: 'cloudflare',
    zone: readZone(env),
    token: needed('CDN_TOKEN', env.CDN_TOKEN, 'an API token with the permission Cache Purge'),
  }),
  webhook: (env) => ({
    kind: 'webhook',
    url: readUrl(env, 'the address that is called'),
    secret: readSecret(env),
  }),
  purge: (env) => ({ kind: 'purge', url: readUrl(env, 'the address of the cache') }),
};

/** Reads `CDN` and what belongs to it. Throws one sentence that names the variable at fault and shows no secret. */
export function readCdn(env: Env): CdnSettings | null {
  if (!env.CDN) return null;
  if (isKind(env.CDN)) return READERS[env.CDN](env);
  const kinds = Object.keys(READERS).map((kind) => `'${kind}'`);
  throw new Error(
    `CDN must be ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}, not '${env.CDN}'.`,
  );
}

const isKind = (text: string): text is CdnSettings['kind'] => Object.hasOwn(READERS, text);

function needed(name: string, text: string | undefined, what: string): string {
  if (text) return text;
  throw new Error(`CDN is set, but ${name} is not: ${what}.`);
}

function readZone(env: Env): string {
  const zone = needed('CDN_ID', env.CDN_ID, 'the ID of the zone');
  if (/^[\w-]+$/.test(zone)) return zone;
  throw new Error('CDN_ID must be the ID of the zone, which has letters and digits only.');
}

function readUrl(env: Env, what: string): string {
  const text = needed('CDN_URL', env.CDN_URL, what);
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username) return text.replace(/\/+$/, '');
  throw new Error('CDN_URL must be an address like http://127.0.0.1:6081.');
}

function readSecret(env: Env): string {
  const secret = needed('CDN_TOKEN', env.CDN_TOKEN, 'the secret that calls are signed with');
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) return secret;
  throw new Error(
    "CDN_TOKEN of a webhook must be 'whsec_' and at least 24 random bytes in base64.",
  );
}
