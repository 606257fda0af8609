import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerQuickly, type QuickConnections } from './quick-answers.ts';

const LARGE = Buffer.alloc(4 * 2 ** 20, 'x');
const answerOf = (body: Buffer) => ({
  head: Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`),
  body,
});

let server: Server;
let quick: QuickConnections;
/** What came to Node's HTTP. */
let reached: string[];
let asked: string[];
const sockets: Socket[] = [];

/** Long enough that a busy machine ends nobody who is not meant to be. */
const PATIENT = { firstMs: 30_000, betweenMs: 30_000, unreadMs: 600 };

async function serve(times: typeof PATIENT): Promise<void> {
  server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.end('from Node');
  });
  const answer = ({ path }: { path: string }) => {
    asked.push(path);
    if (path === '/large') return answerOf(LARGE);
    if (path === '/same')
      return { head: Buffer.from('HTTP/1.1 304 Not Modified\r\n\r\n'), body: null };
    return path === '/kept' ? answerOf(Buffer.from('kept')) : null;
  };
  quick = answerQuickly(server, answer, undefined, times);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function stop(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  quick.destroyAll();
  server.close();
}

beforeEach(() => {
  reached = [];
  asked = [];
  return serve(PATIENT);
});
afterEach(stop);

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** When the next connection has the first of these events on the server's side. */
function arriving(event: 'data' | 'close'): Promise<unknown> {
  return new Promise((resolve) => {
    server.once('connection', (socket: Socket) => socket.once(event, resolve));
  });
}

async function open(text = '', reads = true) {
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  sockets.push(socket);
  let answer = '';
  let closed = false;
  socket.on('error', () => {});
  if (reads) {
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part;
    });
  }
  socket.once('end', () => socket.end());
  socket.once('close', () => {
    closed = true;
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (text) socket.write(text);
  return { socket, answer: () => answer, closed: () => closed };
}

it('answers plain requests itself, one after the other', async () => {
  const { socket, answer } = await open(get('/kept'));
  await expect.poll(answer).toMatch(/kept$/);
  socket.write(get('/same'));
  await expect.poll(answer).toMatch(/304 Not Modified\r\n\r\n$/);
  socket.write(get('/kept'));
  await expect.poll(() => answer().split('kept').length).toBe(3);
  expect(reached).toEqual([]);
});

it('hands a connection on with the request for which it has nothing, and all that follow', async () => {
  const { socket, answer } = await open(get('/kept'));
  await expect.poll(answer).toMatch(/kept$/);
  socket.write(get('/else'));
  await expect.poll(answer).toMatch(/from Node$/);
  socket.write(get('/kept'));
  await expect.poll(() => reached).toEqual(['GET /else', 'GET /kept']);
  expect(asked).toEqual(['/kept', '/else']);
});

it('hands on what comes in pieces or together, with every byte', async () => {
  const first = arriving('data');
  const pieces = await open(get('/kept').slice(0, 20));
  await first;
  pieces.socket.write(get('/kept').slice(20));
  await expect.poll(pieces.answer).toMatch(/from Node$/);
  const together = await open(get('/kept') + get('/same'));
  await expect.poll(() => together.answer().split('from Node').length).toBe(3);
  const body = await open('POST /kept HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc');
  await expect.poll(body.answer).toMatch(/from Node$/);
  expect(reached).toEqual(['GET /kept', 'GET /kept', 'GET /same', 'POST /kept']);
});

it('sends the whole of a large answer to who has closed its own side', async () => {
  const { socket, answer, closed } = await open();
  socket.end(get('/large'));
  await expect.poll(closed).toBe(true);
  expect(answer().length).toBe(LARGE.length + answerOf(LARGE).head.length);
});

it('reads no more from a client that does not read, and then ends it', async () => {
  const ended = arriving('close');
  const { socket } = await open(get('/large'), false);
  await expect.poll(() => asked).toEqual(['/large']);
  for (let i = 0; i < 20; i++) {
    socket.write(get('/large'));
    await new Promise(setImmediate);
  }
  await ended;
  expect(asked).toEqual(['/large']);
  expect(reached).toEqual([]);
});

it('ends who is silent: with 408 before the first request, without a word after', async () => {
  stop();
  await serve({ ...PATIENT, firstMs: 500, betweenMs: 2_000 });
  const done = await open(get('/kept'));
  await expect.poll(done.answer).toMatch(/kept$/);
  const silent = await open();
  await expect.poll(silent.closed).toBe(true);
  expect(silent.answer()).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  await expect.poll(done.closed).toBe(true);
  expect(done.answer()).toMatch(/kept$/);
});

it('ends its connections when the server closes, after what is under way', async () => {
  const idle = await open(get('/kept'));
  await expect.poll(idle.answer).toMatch(/kept$/);
  const busy = await open(get('/large'), false);
  await expect.poll(() => asked.includes('/large')).toBe(true);
  const closing = new Promise((resolve) => server.close(resolve));
  quick.endAll();
  await expect.poll(idle.closed).toBe(true);
  let bytes = 0;
  busy.socket.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  await closing;
  await expect.poll(() => bytes).toBe(LARGE.length + answerOf(LARGE).head.length);
});
