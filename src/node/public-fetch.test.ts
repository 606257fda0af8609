import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';
import { type FetchRefusal, fetchPublic, type PublicNetwork } from './public-fetch.ts';

describe('addresses of the internet', () => {
  it.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:2800:220:1::1', '2a00:1450::200e'])(
    '%s is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1'],
    ...['240.0.0.1', '255.255.255.255', '192.88.99.1'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1'],
    // Those that stand for one of another kind.
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1'],
    ...['2002:7f00:1::', '2001::1', '2001:db8::1', '3fff::1', 'fe80::1%eth0', 'nonsense', ''],
  ])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false));
});

let server: Server | undefined;
afterEach(() => server?.close());

/** A network where every public address is this test's own server. */
async function network(answer: RequestListener, addresses: Record<string, string[]> = {}) {
  server = createServer(answer);
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const connected: string[] = [];
  const asked: string[] = [];
  const own: PublicNetwork = {
    resolve: async (host) => {
      asked.push(host);
      const found = addresses[host] ?? ['93.184.216.34'];
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    request: ((url: URL, options: Parameters<typeof request>[1], done: never) => {
      options.lookup?.(url.hostname, { all: true }, (_error, found) => {
        if (Array.isArray(found)) connected.push(...found.map(({ address }) => address));
      });
      const here = new URL(url.pathname, `http://127.0.0.1:${port}`);
      return request(here, { ...options, headers: { ...options.headers, host: url.host } }, done);
    }) as typeof request,
  };
  return { own, connected, asked };
}
const limits = { maxBytes: 1000, timeoutMs: 5000, userAgent: 'Muro (+https://muro.example)' };
const refusal = (url: string, own: PublicNetwork, more = {}) =>
  fetchPublic(url, { ...limits, ...more, network: own }).then(
    () => null,
    (error: FetchRefusal) => [error.message, error.permanent],
  );

it('gives what a public server has, and connects to the addresses that were checked', async () => {
  const { own, connected, asked } = await network((_, answer) => answer.end('photo'));
  const bytes = await fetchPublic('https://photos.example/a.jpg', { ...limits, network: own });
  expect(Buffer.from(bytes).toString()).toBe('photo');
  expect(asked).toEqual(['photos.example']);
  expect(connected).toEqual(['93.184.216.34']);
});

const LOCAL = 'Its server is not on the internet';
it.each([
  ['http://127.0.0.1/a.jpg', LOCAL],
  ['http://2130706433/a.jpg', LOCAL],
  ['http://0x7f.1/a.jpg', LOCAL],
  ['http://[::1]/a.jpg', LOCAL],
  ['http://[::ffff:10.0.0.1]/a.jpg', LOCAL],
  ['http://169.254.169.254/latest/meta-data', LOCAL],
  ['https://localhost/a.jpg', LOCAL],
  ['https://photos.localhost./a.jpg', LOCAL],
  ['https://metadata.google.internal/a.jpg', LOCAL],
  ['https://inside.example/a.jpg', LOCAL],
  // One good address among bad ones is no reason to go there.
  ['https://both.example/a.jpg', LOCAL],
  ['https://nowhere.example/a.jpg', LOCAL],
  ['https://photos.example:8443/a.jpg', 'Its address is not a plain web address'],
  ['https://me:secret@photos.example/a.jpg', 'Its address is not a plain web address'],
  ['ftp://photos.example/a.jpg', 'Its address is not a plain web address'],
  ['file:///etc/passwd', 'Its address is not a plain web address'],
])('%s is not asked', async (url, message) => {
  let answered = 0;
  const { own } = await network(() => answered++, {
    'inside.example': ['192.168.0.7'],
    'both.example': ['93.184.216.34', '::1'],
    'nowhere.example': [],
  });
  expect(await refusal(url, own)).toEqual([message, true]);
  expect(answered).toBe(0);
});

it('checks each redirect again, and follows three', async () => {
  const { own, asked } = await network(
    ({ url = '' }, answer) => {
      const steps = Number(url.slice(1));
      const location = url === '/inside' ? 'http://inside.example/' : `/${steps - 1}`;
      if (url === '/inside' || steps > 0) answer.writeHead(302, { location });
      answer.end('photo');
    },
    { 'inside.example': ['10.1.2.3'] },
  );
  expect(await refusal('https://photos.example/inside', own)).toEqual([LOCAL, true]);
  expect(asked).toEqual(['photos.example', 'inside.example']);
  expect(await refusal('https://photos.example/3', own)).toBeNull();
  expect(await refusal('https://photos.example/4', own)).toEqual([
    'Its address leads on to too many others',
    true,
  ]);
});

it('says who asks, and what it would take', async () => {
  const { own } = await network(({ headers }, answer) => {
    const isKnown = headers['user-agent']?.includes('https://muro.example');
    answer.writeHead(isKnown && headers.accept?.includes('*/*') ? 200 : 403).end('photo');
  });
  expect(await refusal('https://photos.example/a.jpg', own)).toBeNull();
});

it.each([
  ['/fotos/niño.jpg', 'utf8', '/fotos/ni%C3%B1o.jpg'],
  ['https://photos.example/mañana/niño.jpg?día=1', 'utf8', '/ma%C3%B1ana/ni%C3%B1o.jpg'],
  ['niño.jpg', 'utf8', '/deep/ni%C3%B1o.jpg'],
  ['/壁画.jpg', 'utf8', '/%E5%A3%81%E7%94%BB.jpg'],
  ['/ni%C3%B1o.jpg', 'utf8', '/ni%C3%B1o.jpg'],
  ['/niño.jpg', 'latin1', '/ni%F1o.jpg'],
] as const)('follows %j in raw %s', async (location, encoding, path) => {
  const asked: (string | undefined)[] = [];
  const { own } = await network(({ url }, answer) => {
    asked.push(url);
    if (asked.length > 1) return void answer.end('photo');
    const raw = Buffer.from(location, encoding).toString('latin1');
    answer.socket?.end(
      `HTTP/1.1 302 Found\r\nLocation: ${raw}\r\nContent-Length: 0\r\n\r\n`,
      'latin1',
    );
  });
  expect(await refusal('https://photos.example/deep/first', own)).toBeNull();
  expect(asked).toEqual(['/deep/first', path]);
});

it.each([
  ['CERT_HAS_EXPIRED', 'The certificate of its server has expired', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of its server is for another name', true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of its server cannot be trusted', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The certificate of its server cannot be trusted', true],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'Its server has no secure connection', true],
  ['ECONNREFUSED', 'Its server refuses connections', false],
  ['ECONNRESET', 'Its server does not answer', false],
])('says what %s means', async (code, message, permanent) => {
  const own: PublicNetwork = {
    resolve: async () => [{ address: '93.184.216.34', family: 4 }],
    request: ((url: URL) => {
      const sent = request(new URL(url.pathname, 'http://127.0.0.1:9'), { agent: false });
      queueMicrotask(() => sent.destroy(Object.assign(new Error(code), { code })));
      return sent;
    }) as typeof request,
  };
  expect(await refusal('https://photos.example/a.jpg', own)).toEqual([message, permanent]);
});

it('says what is worth another try, and takes neither too much nor too long', async () => {
  const { own } = await network(({ url }, answer) => {
    if (url === '/large') answer.end('x'.repeat(1001));
    else if (url === '/gone') answer.writeHead(404).end();
    else if (url === '/closed') answer.writeHead(403).end();
    else if (url === '/often') answer.writeHead(429).end();
    else if (url === '/busy') answer.writeHead(503).end();
    else if (url === '/cut')
      answer.writeHead(200, { 'content-length': '9' }).write('x', () => answer.destroy());
  });
  const at = (path: string, more = {}) => refusal(`http://photos.example/${path}`, own, more);
  expect(await at('large')).toEqual(['It is larger than 1 MB', true]);
  expect(await at('gone')).toEqual(['There is nothing at its address (404)', true]);
  expect(await at('closed')).toEqual(['Its server does not let us have it (403)', true]);
  expect(await at('often')).toEqual(['Its server is asked too often (429)', false]);
  expect(await at('busy')).toEqual(['Its server has a fault (503)', false]);
  expect(await at('cut')).toEqual(['Its server does not answer', false]);
  expect(await at('silent', { timeoutMs: 200 })).toEqual(['Its server took too long', false]);
});
