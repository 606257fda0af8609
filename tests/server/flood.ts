/** Sends so many requests at once on each of so many connections; tells how many were answered at the end. */
import { connect } from 'node:net';

const [port, connections, requests] = process.argv.slice(2).map(Number);
const REQUEST = 'GET /nothing?here HTTP/1.1\r\nHost: x\r\n\r\n';
const text = REQUEST.repeat(requests ?? 0);
let answered = 0;
let left = connections ?? 0;

for (let i = left; i > 0; i--) {
  const socket = connect(port ?? 0, '127.0.0.1', () => socket.write(text));
  let own = 0;
  socket.on('error', () => {}).setEncoding('latin1');
  socket.on('data', (part: string) => {
    const count = part.split('HTTP/1.1 404').length - 1;
    own += count;
    answered += count;
    if (own === requests) socket.destroy();
  });
  socket.once('close', () => {
    left -= 1;
    if (left === 0) process.send?.(answered, () => process.exit());
  });
}
process.once('disconnect', () => process.exit());
