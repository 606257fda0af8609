/**
 * Load generator, as a process of its own: `node load.ts PORT PATH SECONDS CONNECTIONS [ETAG]`. Prints `rate`, the
 * requests a second after a second to begin with, and `answers`, all of them. With a tag, each has to be a 304.
 */
import { connect } from 'node:net';

const END = '\r\n';
const [port, pathname = '/', seconds, connections, etag] = process.argv.slice(2);
/** As a browser sends it. */
const REQUEST = [
  `GET ${pathname} HTTP/1.1`,
  'Host: 127.0.0.1',
  'Accept-Encoding: br, gzip',
  ...(etag ? [`If-None-Match: ${etag}`] : []),
  END,
].join(END);
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
      length = lengthOf(first);
      if (length === 0) return;
    }
    if (had < length) return;
    if (had > length) fail(chunk);
    had = 0;
    answers++;
    socket.write(REQUEST);
  });
  socket.on('close', () => fail(Buffer.from('The server closed a connection.')));
}

/** Where an answer ends; 0 while its head is not here. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf(END + END);
  if (end < 0) return 0;
  const body = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, end))?.[1];
  return end + 2 * END.length + (etag ? 0 : Number(body ?? 0));
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
