import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { freePort } from '../lib/free-port.ts';
import { type Figure, median } from './stats.ts';

const SECONDS = 4;
const ROUNDS = 3;
const CONNECTIONS = 64;
const GOAL_OVER_SIRV = 3;
/** Debian's package of the module. */
const NGINX_BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Requests a second for one page, from each server over the same files, taking turns. */
export async function measureServing(siteDir: string, pathname: string): Promise<Figure[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muro-serving-'));
  const site = path.join(dir, 'site');
  await cp(siteDir, site, { recursive: true });
  await precompress(path.join(site, `${pathname}.html`));
  const servers = [await startNode('ours', site), await startNode('sirv', site)];
  const nginx = await startNginx(dir, site);
  if (nginx) servers.push(nginx);
  try {
    const rates = new Map<string, number[]>(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name, port } of servers) rates.get(name)?.push(await load(port, pathname));
    }
    const rate = (name: string) => median(rates.get(name) ?? []);
    const figure = (peer: string, times: number): Figure => ({
      name: `requests a second for ${pathname}${times > 1 ? `, goal ${times} × sirv` : ''}`,
      value: rate('ours'),
      unit: 'req/s',
      against: { name: times > 1 ? `${times} × ${peer}` : peer, value: rate(peer) * times },
      better: 'larger',
      detail: Object.fromEntries(rates),
    });
    return [figure('sirv', GOAL_OVER_SIRV), ...(nginx ? [figure('nginx', 1)] : [])];
  } finally {
    for (const { child } of servers) child.kill(); // Not SIGKILL: nginx would leave its worker behind.
    await rm(dir, { recursive: true, force: true });
  }
}

/** Gives the work the origin of a plain server over these files. */
export async function whileServed<T>(
  site: string,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const { child, port } = await startNode('sirv', site);
  try {
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
  }
}

interface Peer {
  name: string;
  port: number;
  child: ChildProcess;
}

async function startNode(kind: 'ours' | 'sirv', site: string): Promise<Peer> {
  const port = await freePort();
  const child = spawn(process.execPath, [script('serve-peer.ts'), kind, site, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { name: kind, port, child };
}

/** Null where nginx is not installed. */
async function startNginx(dir: string, site: string): Promise<Peer | null> {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const port = await freePort();
  const config = path.join(dir, 'nginx.conf');
  const brotli = existsSync(NGINX_BROTLI);
  await writeFile(
    config,
    `${brotli ? `load_module ${NGINX_BROTLI};` : ''} ${process.getuid?.() === 0 ? 'user root;' : ''}
     daemon off; pid ${dir}/nginx.pid; error_log stderr crit; worker_processes 1;
     events { worker_connections 1024; }
     http { include /etc/nginx/mime.types; access_log off; open_file_cache max=1000;
       # Unlimited, like the others: a connection that is closed in between ends the measurement.
       keepalive_requests 100000000;
       gzip_static on; ${brotli ? 'brotli_static on;' : ''}
       server { listen 127.0.0.1:${port}; root ${site}; location / { try_files $uri $uri.html =404; } } }`,
  );
  const child = spawn('nginx', ['-c', config], { stdio: 'inherit' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { name: 'nginx', port, child };
}

async function load(port: number, pathname: string): Promise<number> {
  const args = [script('load.ts'), String(port), pathname, String(SECONDS), String(CONNECTIONS)];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}

/** What this project's server does in memory, on disk for the others, with the same effort. */
async function precompress(file: string): Promise<void> {
  const raw = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  await writeFile(`${file}.br`, brotliCompressSync(raw, { params }));
  await writeFile(`${file}.gz`, gzipSync(raw));
}

/** The first artist's page of a release. */
export async function anyArtistPage(siteDir: string): Promise<string> {
  const [file] = (await readdir(path.join(siteDir, 'artist'))).filter((name) =>
    name.endsWith('.html'),
  );
  if (!file) throw new Error('The release has no artist page.');
  return `/artist/${file.replace(/\.html$/, '')}`;
}
