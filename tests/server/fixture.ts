import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type RequestListener, request as send } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ServerOptions, type SiteServer, startServer } from '#server/server.ts';
import { httpServer } from '#tests/support/http-server.ts';

export interface TestSite {
  server: SiteServer;
  dir: string;
  url: string;
  write(file: string, body: string | Uint8Array): Promise<void>;
  get(pathname: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A server over a small site of its own on a free port. */
export async function testSite(options: Partial<ServerOptions> = {}): Promise<TestSite> {
  const root = await mkdtemp(path.join(tmpdir(), 'muro-server-'));
  const dir = path.join(root, 'site');
  const mediaDir = path.join(root, 'media');
  const write = async (file: string, body: string | Uint8Array) => {
    const target = path.join(file.startsWith('media/') ? root : dir, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, body);
  };
  await mkdir(mediaDir, { recursive: true });
  await write('index.html', '<h1>Home</h1>');
  await write('404.html', '<h1>Oops! Page not found</h1>');
  await write('artists.html', '<h1>Artists</h1>'.repeat(200));
  await write('artist/íñigo.html', '<h1>Íñigo</h1>');
  await write('_astro/app.abc123.js', 'export const x = 1;'.repeat(100));
  await write('pagefind/parts.json', '[]');
  await write('pagefind/0123456789abcdef0123/fragment/en_1.pf_fragment', new Uint8Array([1, 2, 3]));
  await write('og.png', Buffer.from('0123456789'));
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    origin: 'http://127.0.0.1',
    backendUrl: null,
    mediaDir,
    ...options,
  });
  await server.activate('r1', dir);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    server,
    dir,
    url,
    write,
    get: (pathname, headers, method) => get(server.port, pathname, headers, method),
    close: async () => {
      await server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Unlike fetch, sends a path exactly as it is given and adds no header of its own. */
function get(
  port: number,
  pathname: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send(
      { host: '127.0.0.1', port, path: pathname, method, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end();
  });
}

/** In place of the backend: says how much it got, unless `answer` has answered. */
export const measuringBackend = (
  answer: (...call: Parameters<RequestListener>) => boolean = () => false,
) =>
  httpServer((request, response) => {
    if (answer(request, response)) return;
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => response.end(JSON.stringify({ size })));
  });

/** Bytes as an attacker would type them; gives all that comes back. */
export function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
