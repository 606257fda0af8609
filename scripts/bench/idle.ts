/**
 * Opens connections that have asked once and wait, and says `idle`; then asks for a page over a few others as often as
 * it can: `node idle.ts PORT PATH IDLE SECONDS`. Prints the percentiles of the milliseconds as JSON, and how many of
 * those that wait the server has closed meanwhile.
 */
import { connect, type Socket } from 'node:net';
import { inParallel } from '#node/concurrency.ts';
import { summary } from './stats.ts';
import { headOf, requestFor } from './wire.ts';

const [port, pathname = '/', idle, seconds] = process.argv.slice(2);
const ASKING = 16;
const AT_ONCE = 100;
/** The server bounds the connections of one address; the loopback has many. */
const PER_ADDRESS = 1000;

const REQUEST = requestFor(pathname);

async function open(index: number): Promise<Socket> {
  const localAddress = `127.0.0.${2 + Math.floor(index / PER_ADDRESS)}`;
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

/** Gives the milliseconds until the whole answer is here. */
function ask(socket: Socket): Promise<number> {
  const started = performance.now();
  socket.write(REQUEST);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let had = 0;
    let length = 0;
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      had += chunk.length;
      const head = length === 0 ? headOf(Buffer.concat(chunks)) : null;
      if (head) length = head.bytes + head.contentLength;
      if (length === 0 || had < length) return;
      socket.off('data', take).off('close', reject);
      resolve(performance.now() - started);
    };
    socket.on('data', take).on('close', reject);
  });
}

const waiting: Socket[] = [];
await inParallel(Array(Number(idle)).keys(), AT_ONCE, async (index) => {
  const socket = await open(index);
  await ask(socket);
  waiting.push(socket);
});
console.log('idle');
const until = performance.now() + Number(seconds) * 1000;
const times: number[] = [];
await Promise.all(
  Array.from({ length: ASKING }, async (_, index) => {
    const socket = await open(Number(idle) + index);
    while (performance.now() < until) times.push(await ask(socket));
    socket.destroy();
  }),
);
const lost = waiting.filter(({ destroyed }) => destroyed).length;
console.log(JSON.stringify({ ...summary(times), lost }));
process.exit();
