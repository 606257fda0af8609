import { type IncomingMessage, request as send } from 'node:http';
import { expect, it } from 'vitest';
import { trustedProxies } from '#server/client-address.ts';
import { httpServer } from '#tests/support/http-server.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { raw, testSite } from './fixture.ts';

let seen: IncomingMessage[] = [];
const aborted = Promise.withResolvers<void>();
const backend = ofFile(() =>
  httpServer((request, response) => {
    seen.push(request);
    if (request.url === '/rest/v1/slow') {
      response.writeHead(200).write('first');
      response.on('close', aborted.resolve);
      return;
    }
    response.writeHead(201, { 'x-from': 'backend', connection: 'x-hop', 'x-hop': 'no' });
    request.pipe(response);
  }),
);
const site = ofFile(() => testSite({ backendUrl: () => backend.url }));

it('passes method, path, headers and a streamed body on, and the answer back', async () => {
  const response = await fetch(`${site.url}/rest/v1/leads?select=id`, {
    method: 'POST',
    body: new ReadableStream({
      start(controller) {
        for (let i = 0; i < 50; i++) controller.enqueue(new TextEncoder().encode('x'.repeat(1e4)));
        controller.close();
      },
    }),
    duplex: 'half',
    headers: { apikey: 'sb_secret_k' },
  } as RequestInit);
  expect(response.status).toBe(201);
  expect(response.headers.get('x-from')).toBe('backend');
  expect((await response.text()).length).toBe(5e5);
  const request = seen.at(-1);
  expect([request?.method, request?.url, request?.headers.apikey]).toEqual([
    'POST',
    '/rest/v1/leads?select=id',
    'sb_secret_k',
  ]);
});

it('says the true address of the client, whatever the client says', async () => {
  seen = [];
  await site.get('/auth/v1/user', {
    'x-client-ip': '6.6.6.6',
    'x-forwarded-for': '6.6.6.6',
    'x-real-ip': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
  });
  expect(seen[0]?.headers['x-client-ip']).toBe('127.0.0.1');
  expect(JSON.stringify(seen[0]?.headers)).not.toContain('6.6.6.6');
});

it('shows the backend that the word is its own, and passes on no such proof of a client', async () => {
  seen = [];
  const typed = { 'x-front-secret': 'typed' };
  await site.get('/auth/v1/user', typed);
  const known = await testSite({
    backendUrl: () => backend.url,
    secrets: () => ({ secretKey: 'sb_secret_k', frontSecret: 'canary' }),
  });
  try {
    await known.get('/auth/v1/user', typed);
  } finally {
    await known.close();
  }
  expect(seen.map(({ headers }) => headers['x-front-secret'])).toEqual([undefined, 'canary']);
});

it('refuses a request that names two hosts', async () => {
  for (const path of ['/', '/healthz', '/rest/v1/x']) {
    const twice = `GET ${path} HTTP/1.1\r\nHost: a\r\nhOST: b\r\nConnection: close\r\n\r\n`;
    expect(await raw(site.server.port, twice)).toMatch(/^HTTP\/1\.1 400 /);
  }
});

it('believes the proxies that it was told to trust, and nobody beyond them', async () => {
  const addresses: string[] = [];
  const behind = await testSite({
    backendUrl: () => backend.url,
    trustProxy: trustedProxies('loopback'),
    listeners: new Set([({ address }) => void addresses.push(address)]),
  });
  try {
    seen = [];
    for (const client of ['198.51.100.7', '198.51.100.8']) {
      await behind.get('/rest/v1/x', {
        'x-forwarded-for': `6.6.6.6, ${client}`,
        'x-client-ip': '6.6.6.6',
        'x-real-ip': '6.6.6.6',
      });
    }
    expect(seen.map(({ headers }) => headers['x-client-ip'])).toEqual([
      '198.51.100.7',
      '198.51.100.8',
    ]);
    expect(JSON.stringify(seen.map(({ headers }) => headers))).not.toContain('6.6.6.6');
    await expect.poll(() => addresses).toEqual(['198.51.100.7', '198.51.100.8']);
  } finally {
    await behind.close();
  }
});

it('hands on the id of a request, or one of its own in place of what is none', async () => {
  seen = [];
  const ids = [];
  for (const given of ['abcd-1234', 'ana@example.com', undefined])
    ids.push(
      (await site.get('/rest/v1/x', given ? { 'x-request-id': given } : {})).headers[
        'x-request-id'
      ],
    );
  expect(seen.map(({ headers }) => headers['x-request-id'])).toEqual(ids);
  expect(ids).toEqual([
    'abcd-1234',
    expect.stringMatching(/^[\w-]{36}$/),
    expect.stringMatching(/^[\w-]{36}$/),
  ]);
});

it('keeps headers of a single connection to itself', async () => {
  seen = [];
  const answer = await site.get('/rest/v1/x', {
    connection: 'x-private',
    'x-private': '1',
    te: 'x',
  });
  expect(seen[0]?.headers['x-private']).toBeUndefined();
  expect(seen[0]?.headers.te).toBeUndefined();
  expect(answer.headers['x-hop']).toBeUndefined();
});

it('ends the request at the backend when the client goes away', async () => {
  const request = send(`${site.url}/rest/v1/slow`);
  request.on('error', () => {});
  request.on('response', (response) => response.once('data', () => request.destroy()));
  request.end();
  await aborted.promise;
});

it('answers 503 while the backend is away, and recovers', async () => {
  let url = 'http://127.0.0.1:1';
  const own = await testSite({ backendUrl: () => url });
  expect((await own.get('/rest/v1/x')).status).toBe(503);
  url = backend.url;
  expect((await own.get('/rest/v1/x')).status).toBe(201);
  await own.close();
});

it('says that the service is not there yet while the backend is starting', async () => {
  const starting = await testSite({ backendUrl: () => '' });
  try {
    const response = await fetch(`${starting.url}/rest/v1/artists`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  } finally {
    await starting.close();
  }
});
