/** A server to compare with: `node serve-peer.ts ours|sirv DIR PORT`. */
import { createServer } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { startServer } from '#server/server.ts';

const [kind, dir, port] = process.argv.slice(2);
if (!dir || !port) throw new Error('Give a directory and a port.');

if (kind === 'ours') {
  const server = await startServer({
    host: '127.0.0.1',
    port: Number(port),
    origin: `http://127.0.0.1:${port}`,
    backendUrl: null,
    mediaDir: path.join(dir, 'media'),
  });
  await server.activate('bench', dir);
  console.log('ready');
} else {
  // Its fastest mode: the list of files in memory, compressed ones ready on disk.
  const serve = sirv(dir, { brotli: true, gzip: true, etag: true, extensions: ['html'] });
  createServer((request, response) => serve(request, response)).listen(
    Number(port),
    '127.0.0.1',
    () => console.log('ready'),
  );
}
