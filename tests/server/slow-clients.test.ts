/** @module-tag long */
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { INTAKE_LIMITS } from '#server/body-intake.ts';
import { ofFile } from '#tests/support/of-file.ts';
import { measuringBackend, type TestSite, testSite } from './fixture.ts';

let site: TestSite;
const reached: string[] = [];
const backend = ofFile(() =>
  measuringBackend(({ method, url }, response) => {
    reached.push(`${method} ${url}`);
    if (!url?.startsWith('/rest/v1/large')) return false;
    response.end(Buffer.alloc(6e6, 'x'));
    return true;
  }),
);
const sockets: Socket[] = [];

beforeEach(async () => {
  reached.length = 0;
  // As in the product: one connection more than it can take would be noticed.
  backend.server.maxConnections = 2000;
  site = await testSite({ backendUrl: () => backend.url });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await site.close();
});

/** A connection that has sent `text`, and what came back on it so far. */
async function open(text: string): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(site.server.port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { socket, answer: () => answer };
}

const half = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":`;

const works = async () => {
  const response = await fetch(`${site.url}/rest/v1/rpc/submit_lead`, {
    method: 'POST',
    body: '{}',
    signal: AbortSignal.timeout(20_000),
  });
  return [response.status, await response.json()];
};

it.each([64, 200, 400])('hundreds of half bodies hinder nobody (%i)', async (count) => {
  const held = await Promise.all(
    Array.from({ length: count }, () => open(half('/rest/v1/rpc/submit_lead'))),
  );
  expect(await works()).toEqual([200, { size: 2 }]);
  // None of them has reached the backend, and no more of them are kept than may be.
  expect(reached).toEqual(['POST /rest/v1/rpc/submit_lead']);
  if (count > 100) {
    const refused = held.filter(({ answer }) => answer().startsWith('HTTP/1.1 408'));
    expect(refused.length).toBeGreaterThanOrEqual(count - 100);
  }
});

it('a body that stops arriving is given up', async () => {
  expect(INTAKE_LIMITS.silentMs).toBeLessThanOrEqual(10_000);
  await site.close();
  site = await testSite({
    backendUrl: () => backend.url,
    intake: { ...INTAKE_LIMITS, silentMs: 1000 },
  });
  const { socket, answer } = await open(half('/auth/v1/token'));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
  expect(reached).toEqual([]);
}, 40_000);

it('an upload from a slow phone arrives', async () => {
  const body = Buffer.alloc(600_000, 'x');
  const { socket, answer } = await open(
    `POST /storage/v1/object/b/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a.b.c\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  for (let sent = 0; sent < body.length; sent += 50_000) {
    socket.write(body.subarray(sent, sent + 50_000));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await expect.poll(answer).toContain(JSON.stringify({ size: body.length }));
});

it('a chunked body without an end is bounded like any other', async () => {
  const { answer, socket } = await open(
    'POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  for (let i = 0; i < 40; i++) socket.write(chunk);
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(reached).toEqual([]);
});
