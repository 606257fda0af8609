import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeTurns } from './request-turns.ts';

// As long as a busy machine takes.
vi.setConfig({ testTimeout: 60_000 });

let server: Server;
let reached: string[];
/** Answers that a test gives when it likes. */
let held: ServerResponse[];
let holds = false;
const sockets: Socket[] = [];

const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const part of request) text += part;
  return text;
};

async function serve(isProxy?: () => boolean): Promise<void> {
  server = createServer(async (request, response) => {
    reached.push(request.url ?? '');
    if (holds) return void held.push(response);
    const body = await bodyOf(request);
    if (request.url === '/large') return void response.end(Buffer.alloc(300_000, '#'));
    response.end(`<${request.url} ${body}>`);
  });
  takeTurns(server, isProxy);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function stop(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
}

beforeEach(() => {
  reached = [];
  held = [];
  holds = false;
  return serve();
});
afterEach(stop);

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const chunked = (path: string, ...parts: string[]) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${[...parts, '']
    .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    .join('')}`;
const many = (count: number, one: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join('');

async function open(text = '') {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.on('error', () => {});
  socket.setEncoding('latin1').on('data', (part: string) => {
    answer += part;
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (text) socket.write(text);
  const answered = () => answer.match(/<[^>]*>/g) ?? [];
  return { socket, answer: () => answer, answered };
}

/** As long as it takes for others to be asked, had they been let through. */
async function settled(): Promise<void> {
  const { answered } = await open();
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(answered()).toEqual([]);
}

it('answers a thousand requests of one packet, each once and in their order', async () => {
  const { answered } = await open(many(1000, (i) => get(`/${i}`)));
  await expect.poll(() => answered().length).toBe(1000);
  expect(answered()).toEqual(Array.from({ length: 1000 }, (_, i) => `</${i} >`));
});

it('keeps bodies whole, whatever is in them and wherever they are cut', async () => {
  const bodies = [
    'abc',
    '\r\n\r\n',
    `${get('/no')}${get('/no')}`,
    'x'.repeat(100_000),
    '\r\n\r\n\r',
  ];
  const requests = bodies.flatMap((body, i) => [
    [post(`/${i}`, body), `</${i} ${body}>`],
    [get('/get'), '</get >'],
    [chunked(`/c${i}`, body, 'more\r\n', '\r\n\r\n'), `</c${i} ${body}more\r\n\r\n\r\n>`],
  ]);
  const text = requests.map(([sent]) => sent).join('');
  for (const size of [7, 1000, text.length]) {
    const { socket, answered } = await open();
    const short =
      size < 1000
        ? text
            .replaceAll('x'.repeat(100_000), 'x')
            .replaceAll('Content-Length: 100000', 'Content-Length: 1')
            .replaceAll('186a0', '1')
        : text;
    for (let at = 0; at < short.length; at += size) {
      socket.write(short.slice(at, at + size));
      await new Promise(setImmediate);
    }
    await expect.poll(() => answered().length).toBe(requests.length);
    expect(answered().map((one) => one.replaceAll('x'.repeat(100_000), 'x'))).toEqual(
      requests.map(([, expected]) => expected?.replaceAll('x'.repeat(100_000), 'x')),
    );
  }
});

it('sends large answers to a slow reader whole', async () => {
  const { socket, answer } = await open(many(40, () => get('/large')));
  for (let i = 0; i < 10; i++) {
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 5));
    socket.resume();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(() => answer().split('#').length - 1).toBe(40 * 300_000);
});

it('begins eight requests of a connection, and the next as answers leave', async () => {
  holds = true;
  const { answered } = await open(many(30, (i) => get(`/${i}`)));
  await expect.poll(() => reached.length).toBe(8);
  await settled();
  expect(reached.length).toBe(8);
  for (let i = 0; i < 30; i++) {
    await expect.poll(() => held.length).toBeGreaterThan(i);
    held[i]?.end(`<${i}>`);
  }
  await expect.poll(() => answered().length).toBe(30);
  expect(reached).toEqual(Array.from({ length: 30 }, (_, i) => `/${i}`));
});

it.each([
  [
    'one packet after the other',
    (one: string, send: (text: string) => void) => {
      for (let i = 0; i < 30; i++) send(one);
    },
  ],
  [
    'with the end of a head in the next packet',
    (one: string, send: (text: string) => void) => {
      const text = one.repeat(30);
      send(text.slice(0, one.length - 1));
      send(text.slice(one.length - 1));
    },
  ],
  [
    'behind a body whose head came in two packets',
    (one: string, send: (text: string) => void) => {
      const [head = '', body = ''] = post('/post', 'y'.repeat(3000)).split('\r\n\r\n');
      send(`${head}\r\n\r`);
      send(`\n${body.slice(0, 2900)}`);
      send(body.slice(2900) + one.repeat(60));
    },
  ],
])('is not deceived by requests %s', async (_, sendAll) => {
  holds = true;
  const { socket } = await open();
  const parts: string[] = [];
  sendAll(get('/one'), (text) => parts.push(text));
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await expect.poll(() => reached.length).toBeGreaterThanOrEqual(8);
  await settled();
  expect(reached.length).toBe(8);
});

it('bounds what a network has begun, and forgets connections that are gone', async () => {
  holds = true;
  const all = await Promise.all(Array.from({ length: 80 }, () => open(many(8, () => get('/')))));
  await expect.poll(() => reached.length).toBe(400);
  await settled();
  expect(reached.length).toBe(400);
  for (const { socket } of all) socket.destroy();
  const { answered } = await open(get('/after'));
  await expect.poll(() => reached.at(-1)).toBe('/after');
  held.at(-1)?.end('<done>');
  await expect.poll(answered).toEqual(['<done>']);
});

it('bounds the connections of a proxy only, which brings everybody', async () => {
  stop();
  await serve(() => true);
  holds = true;
  await Promise.all(Array.from({ length: 80 }, () => open(many(9, () => get('/')))));
  await expect.poll(() => reached.length).toBe(640);
});

it('takes the rest of a body while all answers are still due', async () => {
  holds = true;
  const { socket } = await open(many(7, () => get('/')) + post('/body', 'abc').slice(0, -1));
  await expect.poll(() => reached.at(-1)).toBe('/body');
  const body = bodyOf(held.at(-1)?.req as IncomingMessage);
  socket.write('c');
  expect(await body).toBe('abc');
});

it('lets another connection in between', async () => {
  const flood = await open(many(3000, (i) => get(`/${i}`)));
  await expect.poll(() => reached.length).toBeGreaterThan(0);
  const other = await open(get('/other'));
  await expect.poll(other.answered).toEqual(['</other >']);
  await expect.poll(() => flood.answered().length).toBe(3000);
  expect(reached.indexOf('/other')).toBeLessThan(3000);
});

it.each(['GET / HTTP/1.1\nHost: x\n\n', 'GET / HTTP/1.1\r\nHost: x\r\n\n', 'GET /\r\n\r\n'])(
  'no head ends in another way (%j)',
  async (text) => {
    const { socket, answer } = await open(text.repeat(3));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await closed;
    expect(answer()).toMatch(/^(HTTP\/1\.1|$)/);
    expect(reached.length).toBeLessThanOrEqual(1);
  },
);
