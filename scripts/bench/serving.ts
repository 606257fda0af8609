import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { freePort } from '#node/free-port.ts';
import { processorTime } from '#node/processor-time.ts';
import { type Figure, median, round } from './stats.ts';

const SECONDS = 4;
const ROUNDS = 3;
const CONNECTIONS = 64;
const GOALS = { sirv: 3, nginx: 0.85 };
/** Debian's package of the module. */
const NGINX_BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Requests a second for one page, and for one that the client has already, from each server over the same files,
 * taking turns.
 */
export async function measureServing(siteDir: string): Promise<Figure[]> {
  const pathname = await anyArtistPage(siteDir);
  const dir = await mkdtemp(path.join(tmpdir(), 'muro-serving-'));
  const site = path.join(dir, 'site');
  await cp(siteDir, site, { recursive: true });
  await precompress(path.join(site, `${pathname}.html`));
  const ours = await startNode('ours', site);
  const sirv = await startNode('sirv', site);
  const nginx = await startNginx(dir, site);
  const servers = [ours, sirv, ...(nginx ? [nginx] : [])];
  try {
    const pages = await rounds(servers, pathname, async () => '');
    const unchanged = await rounds(servers, pathname, ({ port }) => etagOf(port, pathname));
    const figure = (name: string, rates: Rates, peer: 'sirv' | 'nginx', goal: number): Figure => ({
      name: `${name} for ${pathname}`,
      value: rates.of('ours'),
      unit: 'req/s',
      against: { name: `${goal} × ${peer}`, value: rates.of(peer) * goal },
      better: 'larger',
      detail: rates.detail,
    });
    return [
      figure('requests a second', pages, 'sirv', GOALS.sirv),
      ...(nginx
        ? [
            figure('requests a second', pages, 'nginx', GOALS.nginx),
            figure('304s a second', unchanged, 'nginx', GOALS.nginx),
          ]
        : []),
    ];
  } finally {
    for (const { child } of servers) child.kill();
    await rm(dir, { recursive: true, force: true });
  }
}

interface Rates {
  of(name: string): number;
  /** Each round's requests a second, and the processor's microseconds a request. */
  detail: object;
}

/** Loads the servers in turn; each has a tag of its own, or none. */
async function rounds(
  servers: readonly Peer[],
  pathname: string,
  tagOf: (server: Peer) => Promise<string>,
): Promise<Rates> {
  const rates: Record<string, number[]> = {};
  const processor: Record<string, number[]> = {};
  const tags = new Map<Peer, string>();
  for (const server of servers) tags.set(server, await tagOf(server));
  for (let round = 0; round < ROUNDS; round++) {
    for (const server of servers) {
      const { rate, microseconds } = await load(server, pathname, tags.get(server) ?? '');
      rates[server.name] = [...(rates[server.name] ?? []), rate];
      processor[server.name] = [...(processor[server.name] ?? []), microseconds];
    }
  }
  return { of: (name) => median(rates[name] ?? []), detail: { rates, processor } };
}

async function etagOf(port: number, pathname: string): Promise<string> {
  const headers = { 'accept-encoding': 'br, gzip' };
  const answer = await fetch(`http://127.0.0.1:${port}${pathname}`, { headers });
  await answer.arrayBuffer();
  const etag = answer.headers.get('etag');
  if (!etag) throw new Error(`Port ${port} sends no ETag for ${pathname}.`);
  return etag;
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
     daemon off; master_process off; pid ${dir}/nginx.pid; error_log stderr crit; 
     worker_rlimit_nofile 16384; events { worker_connections 8192; }
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

async function load(server: Peer, pathname: string, etag: string) {
  const before = await processorOf(server);
  const args = [server.port, pathname, SECONDS, CONNECTIONS, etag].filter((arg) => arg !== '');
  const all = [script('load.ts'), ...args.map(String)];
  const { rate, answers } = JSON.parse((await promisify(execFile)(process.execPath, all)).stdout);
  const used = (await processorOf(server)) - before;
  return { rate, microseconds: round((used * 1000) / answers) };
}

const processorOf = async ({ child }: Peer) => (await processorTime(child.pid ?? 0)) ?? Number.NaN;

/** What this project's server does in memory, on disk for the others, with the same effort. */
async function precompress(file: string): Promise<void> {
  const raw = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  await writeFile(`${file}.br`, brotliCompressSync(raw, { params }));
  await writeFile(`${file}.gz`, gzipSync(raw));
}

/** The first artist's page of a release. */
async function anyArtistPage(siteDir: string): Promise<string> {
  const [file] = (await readdir(path.join(siteDir, 'artist'))).filter((name) =>
    name.endsWith('.html'),
  );
  if (!file) throw new Error('The release has no artist page.');
  return `/artist/${file.replace(/\.html$/, '')}`;
}
