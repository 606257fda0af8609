import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '#config/environment.ts';
import type { PublishingData } from '#data/publishing.ts';
import { lockDirectory } from '#embedded/lock.ts';
import type { DemoAccounts } from '#embedded/options.ts';
import { logLine } from '#node/faults.ts';
import { writeAtomic } from '#node/files.ts';
import { PublisherChild } from '#publish/process/publisher-child.ts';
import { mediaDir, sourceOf } from '#publish/process/source.ts';
import { trustedProxies } from '../client-address.ts';
import { control } from '../control.ts';
import { type ServerOptions, type SiteServer, startServer } from '../server.ts';
import { checkSecret, webhook } from '../webhook.ts';
import { openBackend, type RunningBackend } from './backend.ts';
import { watchDisk } from './disk.ts';
import { healthOf } from './health.ts';
import { watchBackups } from './last-backup.ts';

type Hook = NonNullable<ServerOptions['hooks']>;
type Log = (line: string) => void;

/** The lock of the releases keeps a second product out: who still has the database is what a killed one left behind. */
const ORPHAN_ENDS_MS = 8000;

/** What is closed at the end, the latest first. */
class Closing {
  readonly #steps: (() => unknown)[] = [];
  begun = false;

  add(...steps: (() => unknown)[]): void {
    this.#steps.push(...steps);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }

  /** Closes everything and ends the process. */
  readonly exit = async (code: number): Promise<void> => {
    if (this.begun) return;
    this.begun = true;
    await this.run();
    process.exit(code);
  };
}

/**
 * Starts the whole product: this process serves, the backend and the publisher are its children. It ends with a signal.
 * @returns when the site is served: who may sign in to try it; undefined when it is ending already.
 */
export async function startFront(
  env: Environment,
  log: Log,
): Promise<DemoAccounts | null | undefined> {
  for (const secret of env.webhookSecrets) checkSecret(secret);
  const trustProxy = trustedProxies(env.trustProxy);
  const releasesDir = path.join(env.dataDir, 'releases');
  await mkdir(releasesDir, { recursive: true });
  const closing = new Closing();
  closing.add(lockDirectory(releasesDir), () => rm(runFile(env), { force: true }));
  process.on('SIGTERM', () => void closing.exit(0));
  process.on('SIGINT', () => void closing.exit(0));
  // Only where another program has started this one to talk to it, as tests do: it is gone.
  if (process.connected) process.on('disconnect', () => void closing.exit(0));
  try {
    const hooks: Hook[] = [];
    const behind: Behind = { backendUrl: '', health: () => ({}) };
    const server = await startServer({
      host: env.host,
      port: env.port,
      origin: env.origin,
      backendUrl: env.hosted ? null : () => behind.backendUrl,
      mediaDir: mediaDir(env.dataDir),
      trustProxy,
      hooks: (...call) => hooks.some((hook) => hook(...call)),
      health: () => behind.health(),
      memoryBytes: env.pageMemory,
      log: env.accessLog ? (line) => process.stdout.write(`${line}\n`) : undefined,
    });
    closing.add(() => server.close());
    const backend = await openBackend(env, log, ORPHAN_ENDS_MS);
    behind.backendUrl = backend.url;
    closing.add(() => backend.stop());
    const followers = new Set<Log>();
    const publisher = openPublisher(env, { backend, server, closing, followers, log });
    // Requests under way end while there is a backend to answer them, and pages under way too.
    closing.add(() => Promise.all([server.close(), publisher.stop()]));
    behind.health = await watchHealth(env, backend, publisher, closing);
    hooks.push(...hooksOf(env, { backend, publisher, followers, log }));
    backend.onNotify('site_changes', (rows) => publisher.changes(rows));
    backend.onNotify('publish_requests', () => publisher.wake());
    backend.onReturn(() => publisher.verify());
    await publisher.ready;
    return closing.begun ? undefined : backend.demoAccounts;
  } catch (error) {
    await closing.run();
    throw error;
  }
}

/** What the server asks for, and is there some time after it. */
interface Behind {
  backendUrl: string;
  health: NonNullable<ServerOptions['health']>;
}

/** Where other commands find the running product. */
const runFile = ({ dataDir }: Environment) => path.join(dataDir, 'run.json');

interface PublisherSurroundings {
  backend: RunningBackend;
  server: SiteServer;
  closing: Closing;
  /** Get what the publisher logs. */
  followers: ReadonlySet<Log>;
  log: Log;
}

function openPublisher(
  env: Environment,
  { backend, server, closing, followers, log }: PublisherSurroundings,
): PublisherChild {
  return new PublisherChild({
    source: { ...sourceOf(env, backend), databaseUrl: env.databaseUrl ?? '' },
    log: (line) => {
      log(line);
      for (const follower of followers) follower(line);
    },
    onChanged: (files) => server.refresh(files),
    onRendered: (file, body) => server.put(file, body),
    onWithdrawn: (names) => server.forget(names),
    onActivate: async (releaseId, siteDir) => {
      await server.activate(releaseId, siteDir);
      const { host, port, origin } = env;
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
      const state = { pid: process.pid, origin, url, backendUrl: backend.url, releaseId };
      await writeAtomic(runFile(env), `${JSON.stringify(state)}\n`);
    },
    onFatal: (message) => {
      logLine(message);
      void closing.exit(1);
    },
  });
}

async function watchHealth(
  { dataDir }: Environment,
  backend: RunningBackend,
  publisher: PublisherChild,
  closing: Closing,
): Promise<Behind['health']> {
  const disk = watchDisk(dataDir);
  closing.add(disk.stop);
  const backups = await watchBackups(dataDir);
  closing.add(backups.stop);
  return () => healthOf(backend.health(), publisher.answers(), disk.problem(), backups.last());
}

function hooksOf(
  env: Environment,
  {
    backend,
    publisher,
    followers,
    log,
  }: { backend: RunningBackend; publisher: PublisherChild; followers: Set<Log>; log: Log },
): Hook[] {
  const { secretKey } = backend.keys;
  return [
    webhook({
      secrets: backend.webhookSecrets,
      remember: rememberWebhooks(backend.url, secretKey, env.hosted !== null),
      publish: () => publisher.command({ kind: 'drain' }),
      log,
    }),
    control({
      secretKey,
      run: (command) => publisher.command(command),
      follow: (follower) => {
        followers.add(follower);
        return () => void followers.delete(follower);
      },
    }),
  ];
}

/** The API's client is loaded for the first webhook: beside the embedded backend there are none. */
function rememberWebhooks(...project: [url: string, secretKey: string, hosted: boolean]) {
  let data: Promise<PublishingData> | undefined;
  return async (id: string): Promise<boolean> => {
    data ??= import('#data/publishing.ts').then((module) => module.publishingData(...project));
    return (await data).rememberWebhook(id);
  };
}
