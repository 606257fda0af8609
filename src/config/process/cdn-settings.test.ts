import { describe, expect, it } from 'vitest';
import { readCdn } from './cdn-settings.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

describe('the settings of a CDN', () => {
  it('are none by default', () => {
    expect(readCdn({})).toBeNull();
    expect(readCdn({ CDN: '' })).toBeNull();
  });

  it.each([
    [
      { CDN: 'cloudflare', CDN_ID: '023e105f4ecef8ad9ca31a8372d0c353', CDN_TOKEN: 't' },
      { kind: 'cloudflare', zone: '023e105f4ecef8ad9ca31a8372d0c353', token: 't' },
    ],
    [
      { CDN: 'webhook', CDN_URL: 'https://hooks.example/purge', CDN_TOKEN: SECRET },
      { kind: 'webhook', url: 'https://hooks.example/purge', secret: SECRET },
    ],
    [
      { CDN: 'purge', CDN_URL: 'http://127.0.0.1:6081/' },
      { kind: 'purge', url: 'http://127.0.0.1:6081' },
    ],
  ])('are read from %o', (env, settings) => {
    expect(readCdn(env)).toEqual(settings);
  });

  it.each([
    [{ CDN: 'akamai' }, /^CDN must be 'cloudflare', 'webhook' or 'purge', not 'akamai'\.$/],
    [{ CDN: 'toString' }, /^CDN must be/],
    [{ CDN: 'cloudflare' }, /^CDN is set, but CDN_ID is not: the ID of the zone\.$/],
    [{ CDN: 'cloudflare', CDN_ID: 'x/../y', CDN_TOKEN: 't' }, /^CDN_ID must be the ID/],
    [{ CDN: 'cloudflare', CDN_ID: 'x' }, /but CDN_TOKEN is not/],
    [{ CDN: 'webhook', CDN_TOKEN: SECRET }, /but CDN_URL is not/],
    [{ CDN: 'webhook', CDN_URL: 'https://x.example', CDN_TOKEN: 'secret' }, /^CDN_TOKEN of a/],
    [{ CDN: 'purge', CDN_URL: '127.0.0.1:6081' }, /^CDN_URL must be an address/],
    [{ CDN: 'purge', CDN_URL: 'http://u:p@cache' }, /^CDN_URL must be an address/],
  ])('are refused with a sentence: %o', (env, sentence) => {
    expect(() => readCdn(env)).toThrow(sentence);
  });
});
