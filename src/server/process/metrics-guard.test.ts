import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { metricsGuard } from './metrics-guard.ts';

const ALONE = { metricsToken: undefined, exposedBy: null, trustProxy: undefined };
const TOKEN = 'canary-canary-canary';

const asked = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({
    headers: { host: '127.0.0.1:4321', 'x-request-id': 'a', ...headers },
    socket: { remoteAddress },
  }) as unknown as Pick<IncomingMessage, 'headers' | 'socket'>;

it.each(['localhost', 'LOCALHOST:4321', '127.0.0.1', '127.0.0.1:80', '[::1]:4321'])(
  'lets this machine read under %s, a scraper and a browser alike',
  (host) => {
    const scraper = {
      host,
      'user-agent': 'Prometheus/3',
      accept: '*/*',
      'accept-encoding': 'gzip',
      'x-prometheus-scrape-timeout-seconds': '10',
    };
    const browser = {
      host,
      connection: 'keep-alive',
      'accept-language': 'en',
      'sec-fetch-mode': 'navigate',
      'upgrade-insecure-requests': '1',
    };
    for (const headers of [scraper, browser])
      expect(metricsGuard(ALONE)(asked('127.0.0.1', headers))).toBe(true);
  },
);

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('lets %s read where nobody else can', (peer) => {
  expect(metricsGuard(ALONE)(asked(peer))).toBe(true);
});

it.each([
  ['another machine', ALONE, asked('192.0.2.1')],
  ['a server that others reach', { ...ALONE, exposedBy: 'HOST=0.0.0.0' }, asked('127.0.0.1')],
  ['a site with an address', { ...ALONE, exposedBy: 'SITE_URL=https://x' }, asked('127.0.0.1')],
  ['a proxy that is believed', { ...ALONE, trustProxy: 'loopback' }, asked('127.0.0.1')],
  ['a proxy here', ALONE, asked('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })],
  ['a proxy that says so', ALONE, asked('127.0.0.1', { 'x-forwarded-proto': 'https' })],
  ['a proxy of another kind', ALONE, asked('::1', { forwarded: 'for=127.0.0.1' })],
  ['a cache', ALONE, asked('127.0.0.1', { via: '1.1 varnish' })],
])('is not there for %s', (_, env, request) => {
  expect(metricsGuard(env)(request)).toBeNull();
});

it.each([
  'true-client-ip',
  'x-client-ip',
  'fastly-client-ip',
  'x-original-forwarded-for',
  'x-amzn-trace-id',
  'x-azure-clientip',
  'fly-client-ip',
  'x-envoy-external-address',
  'x-varnish',
  'client-ip',
  'x-forwarded',
  'x-a-proxy-of-tomorrow',
])('is not there for a proxy here that sends %s', (name) => {
  expect(metricsGuard(ALONE)(asked('127.0.0.1', { [name]: '192.0.2.1' }))).toBeNull();
});

it.each([
  'evil.example',
  'evil.example:4321',
  '127.0.0.1.nip.io',
  'localhost.evil.example',
  '[2001:db8::1]:4321',
  '0.0.0.0',
  '',
])("is not there under the name '%s', which may have been led here", (host) => {
  expect(metricsGuard(ALONE)(asked('127.0.0.1', { host }))).toBeNull();
});

it('takes a token from everywhere, and nothing else where there is one', () => {
  const mayRead = metricsGuard({ ...ALONE, metricsToken: TOKEN, exposedBy: 'HOST=0.0.0.0' });
  expect(mayRead(asked('192.0.2.1', { authorization: `Bearer ${TOKEN}` }))).toBe(true);
  expect(mayRead(asked('127.0.0.1'))).toBe(false);
  expect(mayRead(asked('127.0.0.1', { authorization: `Bearer ${TOKEN}x` }))).toBe(false);
});
