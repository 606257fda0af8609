import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { measuringBackend, testSite } from './fixture.ts';

const backend = ofFile(() => measuringBackend());
const site = ofFile(() => testSite({ backendUrl: () => backend.url }));
const KEYS = 'apikey: k\r\nAuthorization: Bearer a.b.c\r\n';

/** All that comes for a head that asks whether to send, until it is answered with something or other. */
function ask(path: string, more: string, bytes: number, body = '') {
  const socket = connect(site.server.port, '127.0.0.1', () =>
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${bytes}\r\nExpect: 100-continue\r\n\r\n`,
    ),
  );
  let answer = '';
  let sent = false;
  socket.on('error', () => {});
  socket.setEncoding('latin1').on('data', (part: string) => {
    answer += part;
    if (!sent && answer.startsWith('HTTP/1.1 100 ') && body) socket.write(body);
    sent = true;
  });
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  return { socket, closed, answer: () => answer };
}

it.each([
  ['20 MB of JSON', '/rest/v1/artists', KEYS, 20e6, 413],
  ['a picture that is too large', '/storage/v1/object/b/x', KEYS, 30e6, 413],
  ['a picture without a key', '/storage/v1/object/b/x', '', 5e4, 401],
  ['a call without a key', '/rest/v1/rpc/x', '', 100, 401],
  ['a POST to a page', '/artists', '', 100, 405],
  ['a POST to the health', '/healthz', '', 100, 200],
  ['a POST to nothing', '/nothing', KEYS, 100, 405],
  ['an address with two readings', '/rest%2fv1/x', KEYS, 100, 400],
])('%s is answered before its body was asked for', async (_, path, more, bytes, status) => {
  const answer = await ask(path, more, bytes).closed;
  if (status === 200) expect(answer).toMatch(/^HTTP\/1\.1 (200|503) /);
  else expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(/connection: close/i);
  expect(answer).not.toContain(' 100 Continue');
});

it('asks for a body that it takes, and keeps the connection', async () => {
  const { socket, answer } = ask('/rest/v1/artists', KEYS, 5, '12345');
  await expect.poll(answer).toContain('{"size":5}');
  expect(answer()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(answer).toContain('<h1>Home</h1>');
  socket.destroy();
});

it('tells a proxy of a rest that is longer than proxies keep a connection', async () => {
  for (const path of ['/', '/?a', '/healthz']) {
    const { headers } = await site.get(path);
    const [, seconds] = /^timeout=(\d+)$/.exec(String(headers['keep-alive'])) ?? [];
    expect(Number(seconds)).toBeGreaterThan(120);
  }
});
