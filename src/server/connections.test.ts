import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boundConnections, KEEP_ALIVE_MS, SILENT_MS } from './connections.ts';

let server: Server;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer((request, response) => {
    if (request.url === '/slow') response.write('first');
    else response.end('ok');
  });
  boundConnections(server, undefined, 3);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(text = ''): Promise<{ closed: () => boolean; answer: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  let closed = false;
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  socket.once('close', () => {
    closed = true;
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (text) socket.write(text);
  return { closed: () => closed, answer: () => answer };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

it('gives the place of the oldest idle connection of an address to a new one', async () => {
  const busy = await open(get('/slow'));
  await expect.poll(busy.answer).toContain('first');
  const idle = await open('GET / HTTP/1.1\r\nX-Half');
  const later = await open();
  const fresh = await open(get('/'));
  await expect.poll(fresh.answer).toContain('ok');
  await expect.poll(idle.closed).toBe(true);
  expect([busy.closed(), later.closed()]).toEqual([false, false]);
});

it('refuses a new one when all have a request under way', async () => {
  for (let i = 0; i < 3; i++) {
    const busy = await open(get('/slow'));
    await expect.poll(busy.answer).toContain('first');
  }
  const fresh = await open(get('/'));
  await expect.poll(fresh.closed).toBe(true);
});

it('closes no connection while a proxy may still use it, and none that rests before its time', () => {
  expect(KEEP_ALIVE_MS).toBeGreaterThan(120_000);
  expect(SILENT_MS).toBeGreaterThan(KEEP_ALIVE_MS);
});
