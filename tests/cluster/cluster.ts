import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { createKeys } from '#embedded/index.ts';
import { startNative } from '#embedded/native/server.ts';
import { freePort } from '#node/free-port.ts';
import { serverName } from '#publish/store/server-name.ts';
import { type MailServer, mailServer } from '../support/mail-server.ts';
import { killAll, type Part, processesOf } from '../support/processes.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';
import { startS3 } from '../support/s3.ts';
import { type CutProxy, cutProxy } from './cut-proxy.ts';

/** What can die of a server. */
export const VICTIMS = ['publisher', 'backend', 'front'] as const satisfies Part[];

interface ServerOptions {
  port: number;
  dataDir: string;
  env: Record<string, string>;
  network: Server['network'];
}

/** One of the servers; what is between it and what they share can be cut. */
export class Server {
  readonly origin: string;
  readonly dataDir: string;
  readonly network: { database: CutProxy; bucket: CutProxy };
  /** Counts its lives: null while it is not up. */
  life: number | null = null;
  #lives = 0;
  #product: RunningProduct | null = null;
  readonly #start: () => Promise<RunningProduct>;

  constructor({ port, dataDir, env, network }: ServerOptions) {
    this.origin = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.network = network;
    // The first one bundles the pages, where no other test has.
    this.#start = () => startProduct({ port, dataDir, env, timeoutMs: 540_000 });
  }

  get pid(): number {
    return this.#product?.pid ?? 0;
  }

  output(): string {
    return this.#product?.output() ?? '';
  }

  async start(): Promise<void> {
    this.#product = await this.#start();
    this.life = ++this.#lives;
  }

  /** Kills one of its processes; one that is killed as a whole is started again. False where it has no such part. */
  async kill(part: Part): Promise<boolean> {
    const victim = processesOf(this.pid).find((each) => each.part === part);
    if (!victim) return false;
    if (part === 'front') this.life = null;
    process.kill(victim.pid, 'SIGKILL');
    if (part !== 'front') return true;
    await this.#product?.stop('SIGKILL');
    await this.start();
    return true;
  }

  /** Kills all its processes at once. */
  async killAll(): Promise<void> {
    this.life = null;
    killAll(this.pid);
    await this.#product?.stop('SIGKILL');
  }

  heal(): void {
    for (const network of Object.values(this.network)) network.heal();
  }

  async stop(): Promise<void> {
    this.life = null;
    this.heal();
    await this.#product?.stop();
    for (const network of Object.values(this.network)) await network.stop();
  }
}

export interface Cluster {
  servers: readonly Server[];
  keys: { publishableKey: string; secretKey: string };
  /** As the database's superuser, past every proxy. */
  sql: Sql;
  mails: MailServer;
  /** What the machine makes of a start; on a quick one it takes some four seconds. */
  firstStartMs: number;
  /** Which server publishes; null while none does. */
  leader(): Promise<Server | null>;
  /** Resolves when all servers are well and one publishes. */
  healed(timeoutMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** No limit on how much the clients of a test ask. */
const NO_LIMITS = [
  'lead_ip_limit',
  'lead_user_limit',
  'lead_total_limit',
  'message_limit',
  'mail_recipient_limit',
  'mail_address_limit',
  'mail_unproven_limit',
];

/** Servers of one site on this machine, with a PostgreSQL, a server of S3's protocol and one of mail of their own. */
export async function startCluster(count: number): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muro-cluster-'));
  // The user of the database server cannot enter the other one.
  const databaseDir = await mkdtemp(path.join(tmpdir(), 'muro-cluster-database-'));
  const database = await startNative({
    dataDir: databaseDir,
    password: 'cluster',
    loopback: true,
    options: 'fsync=off synchronous_commit=off max_connections=200',
  });
  const s3 = await startS3();
  const mails = await mailServer();
  const keys = createKeys();
  const sql = postgres({
    host: '127.0.0.1',
    port: database.connection.port,
    username: 'postgres',
    password: 'cluster',
    database: 'postgres',
    max: 2,
    onnotice: () => {},
  });

  const openServer = async (n: number) => {
    const dataDir = path.join(folder, `server-${n}`);
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, 'keys.json'), JSON.stringify(keys), { mode: 0o600 });
    const port = await freePort();
    const network = {
      database: await cutProxy(database.connection.port),
      bucket: await cutProxy(Number(new URL(s3.endpoint).port)),
    };
    const env = {
      ...s3.env,
      SEED: 'none',
      SITE_URL: 'http://muro.test',
      // All have the same address: releases are of one database.
      DATABASE_URL: 'postgresql://postgres:cluster@127.0.0.1/postgres',
      PGPORT: String(network.database.port),
      S3_ENDPOINT: `http://127.0.0.1:${network.bucket.port}`,
      SMTP_URL: mails.url,
      MAIL_FROM: 'Muro <hello@muro.test>',
      LITE_AUTH_BCRYPT_COST: '4',
    };
    return new Server({ port, dataDir, env, network });
  };
  const servers: Server[] = [];
  for (let n = 0; n < count; n++) servers.push(await openServer(n));

  const holder = async () => {
    const [row] = await sql<{ holder: string }[]>`
      select holder from private.leases where name = 'publish' and until > now()`;
    return row?.holder ?? '';
  };
  const leader = async () => {
    const leading = await holder();
    for (const server of servers)
      if (server.life !== null && (await serverName(server.dataDir)) === leading) return server;
    return null;
  };
  /** What is wrong with a server; nothing where it is well. */
  const illness = async ({ origin, life }: Server): Promise<string> => {
    if (life === null) return 'not up';
    const signal = AbortSignal.timeout(5000);
    const answer = await fetch(`${origin}/healthz`, { signal }).catch(String);
    if (typeof answer === 'string') return answer;
    return answer.status === 200 ? '' : await answer.text();
  };
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await sql.end();
    await mails.stop();
    await s3.stop();
    await database.stop();
    for (const dir of [folder, databaseDir]) await rm(dir, { recursive: true, force: true });
  };
  const since = performance.now();
  let firstStartMs = 0;
  try {
    // The first one makes the tables and the site.
    await servers[0]?.start();
    firstStartMs = performance.now() - since;
    for (const server of servers.slice(1)) await server.start();
    await sql`
      insert into private.settings (key, value)
      select key, '100000000' from unnest(${NO_LIMITS}::text[]) key
      on conflict (key) do update set value = excluded.value`;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    servers,
    keys,
    sql,
    mails,
    firstStartMs,
    leader,
    async healed(timeoutMs) {
      for (const end = performance.now() + timeoutMs; ; await pause(100)) {
        const ill = await Promise.all(servers.map(illness));
        if (ill.every((what) => what === '') && (await leader())) return;
        if (performance.now() > end)
          throw new Error(`Not well again: ${ill.join(' | ')}. It publishes: ${await holder()}.`);
      }
    },
    stop,
  };
}
