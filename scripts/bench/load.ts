/** Load generator, as a process of its own: `node load.ts PORT PATH SECONDS CONNECTIONS`; prints requests a second. */
import { connect } from 'node:net';

const [port, pathname, seconds, connections] = process.argv.slice(2);
const REQUEST = `GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: br, gzip\r\n\r\n`;
const END = Buffer.from('\r\n\r\n');

let answers = 0;
let measuring = false;

/** Keeps one request under way on one connection. Reads only what tells where an answer ends. */
function client(): void {
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(REQUEST));
  let missing = 0;
  let head: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    let rest: Buffer = chunk;
    while (rest.length > 0) {
      if (missing > 0) {
        const part = Math.min(missing, rest.length);
        missing -= part;
        rest = rest.subarray(part);
      } else {
        head = head.length > 0 ? Buffer.concat([head, rest]) : rest;
        const end = head.indexOf(END);
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
        if (!text.startsWith('HTTP/1.1 200') || length === undefined) {
          console.error(text);
          process.exit(1);
        }
        rest = head.subarray(end + 4);
        head = Buffer.alloc(0);
        missing = Number(length);
        if (missing > rest.length) {
          missing -= rest.length;
          return;
        }
        rest = rest.subarray(missing);
        missing = 0;
      }
      if (missing === 0) {
        if (measuring) answers++;
        socket.write(REQUEST);
      }
    }
  });
}

for (let i = 0; i < Number(connections); i++) client();
setTimeout(() => {
  measuring = true;
  const started = performance.now();
  setTimeout(() => {
    console.log(answers / ((performance.now() - started) / 1000));
    process.exit();
  }, Number(seconds) * 1000);
}, 1000);
