import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, get, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';
import { startVarnish, withoutVarnish } from '#tests/cluster/varnish.ts';
import { processesOf } from '#tests/support/processes.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { type S3Server, startS3 } from '#tests/support/s3.ts';
import { memoryOf } from './processes.ts';
import { settled } from './settled.ts';
import { type Summary, summary } from './stats.ts';

/**
 * What a place for the site costs on one machine: the disk of the server, a bucket (a small one, on this machine), and
 * a bucket behind a cache. How long a saved biography takes to be on the page there, how many pages a second it gives,
 * and what a process has in memory that does a part of the work.
 */

const SAVES = 40;
const LOAD_SECONDS = 5;
const CONNECTIONS = 16;
/** The whole product, and what each role needs beside a backend of its own. */
const ROLES = ['', 'serve,backend', 'publish,backend', 'email,backend', 'hooks,backend'];

interface Measured {
  place: string;
  ms: Summary;
  pagesPerSecond: number;
}

const folder = await mkdtemp(path.join(tmpdir(), 'muro-stores-'));
const s3 = await startS3();
try {
  const measured = [await measure('disk', {}, async (product) => product.origin)];
  const bucket = await siteOf(s3);
  const env = { ...s3.env, STORAGE_BUCKET: '' };
  measured.push(await measure('bucket', env, async () => bucket.url, '.html'));
  const missing = withoutVarnish();
  if (missing) console.log(`Left out, the cache: ${missing}`);
  else measured.push(await behindCache(bucket.port, env));
  const memory = [];
  for (const roles of ROLES) memory.push(await memoryOfRoles(roles, env));
  bucket.close();
  console.table(
    measured.map(({ place, ms, pagesPerSecond }) => ({
      'the site is in': place,
      'saved to page p50 ms': Math.round(ms.p50),
      'p95 ms': Math.round(ms.p95),
      'pages a second': Math.round(pagesPerSecond),
    })),
  );
  console.table(memory);
  await writeFile(
    path.join(ROOT, 'test-results/bench-stores.json'),
    JSON.stringify({ measured, memory }, null, 2),
  );
} finally {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
}

async function started(env: NodeJS.ProcessEnv): Promise<RunningProduct> {
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  return startProduct({ dataDir, port: await freePort(), env: { SEED: 'demo', ...env } });
}

async function measure(
  place: string,
  env: NodeJS.ProcessEnv,
  addressOf: (product: RunningProduct) => Promise<string>,
  ending = '',
): Promise<Measured> {
  const product = await started(env);
  try {
    return { place, ...(await figuresOf(product, await addressOf(product), ending)) };
  } finally {
    await product.stop();
  }
}

async function behindCache(bucket: number, env: NodeJS.ProcessEnv): Promise<Measured> {
  const port = await freePort();
  const cache = await startVarnish({ site: port, bucket });
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  const cdn = { CDN: 'purge', CDN_URL: cache.url, SITE_URL: cache.url, SEED: 'demo' };
  const product = await startProduct({ dataDir, port, env: { ...env, ...cdn } });
  try {
    return { place: 'bucket and cache', ...(await figuresOf(product, cache.url, '')) };
  } finally {
    await product.stop();
    await cache.stop();
  }
}

async function figuresOf(product: RunningProduct, site: string, ending: string) {
  const { publishableKey, secretKey } = JSON.parse(
    await readFile(path.join(product.dataDir, 'keys.json'), 'utf8'),
  );
  const call = (name: string, body: object, method = 'POST', key = publishableKey) =>
    fetch(product.origin + name, {
      method,
      headers: { apikey: key, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify(body),
    });
  await settled();
  const rows = await fetch(
    `${product.origin}/rest/v1/artists?select=id,slug&public_visible=eq.true&limit=1`,
    {
      headers: { apikey: publishableKey },
    },
  ).then((answer) => answer.json() as Promise<{ id: string; slug: string }[]>);
  const [{ id, slug } = { id: '', slug: '' }] = rows;
  const page = `${site}/artist/${slug}${ending}`;
  const times: number[] = [];
  for (let n = 0; n < SAVES; n++) {
    const mark = `Walls for ${Date.now()} neighbors.`;
    const since = performance.now();
    const saved = await call(`/rest/v1/artists?id=eq.${id}`, { bio: mark }, 'PATCH', secretKey);
    if (!saved.ok) throw new Error(`A save was refused: ${saved.status} ${await saved.text()}`);
    while (!(await textOf(page)).includes(mark)) {
      if (performance.now() - since > 30_000) throw new Error(`${page} stays as it was.`);
      await pause(3);
    }
    times.push(performance.now() - since);
    await pause(100);
  }
  await settled();
  const rate = await pagesPerSecond(`${site}/artists${ending}`);
  console.log(page, summary(times), rate);
  return { ms: summary(times), pagesPerSecond: rate };
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** Asks with connections that stay; what answers is never the faster side for long. */
async function pagesPerSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let answers = 0;
  const until = performance.now() + LOAD_SECONDS * 1000;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      }).on('error', reject);
    });
  const client = async () => {
    for (; performance.now() < until; answers++) await ask();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
  return answers / LOAD_SECONDS;
}

/** Pages are at the root of a host, as buckets with a name of their own have it. */
async function siteOf({ endpoint, site }: S3Server) {
  const server = createServer(({ url = '', method }, response) => {
    const asked = request(`${endpoint}/${site.name}${url}`, { method }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    asked.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, port, close };
}

/** Megabytes of each part, with its share of what several have in common. */
async function memoryOfRoles(roles: string, env: NodeJS.ProcessEnv) {
  const product = await started({ ...env, ROLES: roles });
  try {
    await settled();
    const parts = Map.groupBy(processesOf(product.pid), ({ part }) =>
      /^database|^guard/.test(part) ? 'PostgreSQL' : part,
    );
    const megabytes = Array.from(parts, ([part, processes]) => [
      part,
      Math.round(processes.reduce((sum, { pid }) => sum + memoryOf(pid), 0) / 2 ** 20),
    ]);
    return { roles: roles || 'all', ...Object.fromEntries(megabytes) };
  } finally {
    await product.stop();
  }
}
