/**
 * Load generator, as a process of its own: `node load.ts PORT PATH SECONDS CONNECTIONS [ETAG]`. Prints `rate`, the
 * requests a second after a second to begin with, and `answers`, all of them. With a tag, each has to be a 304.
 */
import { connect } from 'node:net';
import { headOf, requestFor } from './wire.ts';

const [port, pathname = '/', seconds, connections, etag] = process.argv.slice(2);
const REQUEST = requestFor(pathname, etag);
const STATUS = Buffer.from(`HTTP/1.1 ${etag ? 304 : 200}`);

let answers = 0;
/** Of an answer with its head: they differ in nothing but the time. */
let length = 0;

/** Keeps one request under way on one connection. Only counts bytes, so that the server is what is measured. */
function client(): void {
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(REQUEST));
  let had = 0;
  let first: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    if (had === 0 && STATUS.compare(chunk, 0, STATUS.length) !== 0) fail(chunk);
    had += chunk.length;
    if (length === 0) {
      first = Buffer.concat([first, chunk]);
      const head = headOf(first);
      if (!head) return;
      length = head.bytes + (etag ? 0 : head.contentLength);
    }
    if (had < length) return;
    if (had > length) fail(chunk);
    had = 0;
    answers++;
    socket.write(REQUEST);
  });
  socket.on('close', () => fail(Buffer.from('The server closed a connection.')));
}

function fail(chunk: Buffer): never {
  console.error(chunk.toString('latin1'));
  process.exit(1);
}

for (let i = 0; i < Number(connections); i++) client();
setTimeout(() => {
  const before = answers;
  const started = performance.now();
  setTimeout(() => {
    const rate = (answers - before) / ((performance.now() - started) / 1000);
    console.log(JSON.stringify({ rate, answers }));
    process.exit();
  }, Number(seconds) * 1000);
}, 1000);
