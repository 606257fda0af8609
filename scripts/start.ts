/** `npm start`: the whole product in one command. This process serves; the backend and the publisher are its children. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readEnvironment } from '#config/environment.ts';
import type { PublishingData } from '#data/publishing.ts';
import { collectWhenIdle } from '#embedded/idle-garbage.ts';
import { lockDirectory } from '#embedded/lock.ts';
import { writeAtomic } from '#publish/files.ts';
import { trustedProxies } from '#server/client-address.ts';
import { control } from '#server/control.ts';
import { startServer } from '#server/server.ts';
import { checkSecret, webhook } from '#server/webhook.ts';
import { openBackend } from './lib/backend.ts';
import { logLine, run } from './lib/cli.ts';
import { watchDisk } from './lib/disk.ts';
import { type Health, healthOf } from './lib/health.ts';
import { watchBackups } from './lib/last-backup.ts';
import { mediaDir, sourceOf } from './lib/project.ts';
import { startPublisher } from './lib/publisher-child.ts';
import { readyLine } from './lib/ready-line.ts';

type Hook = NonNullable<Parameters<typeof startServer>[0]['hooks']>;

/** The lock of the releases keeps a second product out: who still has the database is what a killed one left behind. */
const ORPHAN_ENDS_MS = 8000;

/** The API's client is loaded for the first webhook: beside the embedded backend there are none. */
function rememberWebhooks(...project: [url: string, secretKey: string, hosted: boolean]) {
  let data: Promise<PublishingData> | undefined;
  return async (id: string): Promise<boolean> => {
    data ??= import('#data/publishing.ts').then((module) => module.publishingData(...project));
    return (await data).rememberWebhook(id);
  };
}

const started = performance.now();
collectWhenIdle();
await run(async (log) => {
  const env = readEnvironment(process.env);
  for (const secret of env.webhookSecrets) checkSecret(secret);
  const trustProxy = trustedProxies(env.trustProxy);
  const releasesDir = path.join(env.dataDir, 'releases');
  await mkdir(releasesDir, { recursive: true });
  const unlock = lockDirectory(releasesDir);
  const runFile = path.join(env.dataDir, 'run.json');
  const undo: (() => unknown)[] = [unlock, () => rm(runFile, { force: true })];
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    for (const step of undo.splice(0).reverse()) await step();
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  // Only where another program has started this one to talk to it, as tests do: it is gone.
  if (process.connected) process.on('disconnect', () => void stop(0));

  try {
    let backendUrl = '';
    const hooks: Hook[] = [];
    let health: (() => Health) | undefined;
    const server = await startServer({
      host: env.host,
      port: env.port,
      origin: env.origin,
      backendUrl: env.hosted ? null : () => backendUrl,
      mediaDir: mediaDir(env.dataDir),
      trustProxy,
      hooks: (...call) => hooks.some((hook) => hook(...call)),
      health: () => health?.() ?? {},
      memoryBytes: env.pageMemory,
      log: env.accessLog ? (line) => process.stdout.write(`${line}\n`) : undefined,
    });
    undo.push(() => server.close());
    const backend = await openBackend(env, log, ORPHAN_ENDS_MS);
    backendUrl = backend.url;
    undo.push(() => backend.stop());

    const followers = new Set<(line: string) => void>();
    const publisher = startPublisher({
      source: { ...sourceOf(env, backend), databaseUrl: env.databaseUrl ?? '' },
      log: (line) => {
        log(line);
        for (const follower of followers) follower(line);
      },
      onChanged: (files) => server.refresh(files),
      onRendered: (file, body) => server.put(file, body),
      onWithdrawn: (names) => server.forget(names),
      onActivate: async (id, siteDir) => {
        await server.activate(id, siteDir);
        const url = `http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${env.port}`;
        const state = { pid: process.pid, origin: env.origin, url, backendUrl, releaseId: id };
        await writeAtomic(runFile, `${JSON.stringify(state)}\n`);
      },
      onFatal: (message) => {
        logLine(message);
        void stop(1);
      },
    });
    // Requests under way end while there is a backend to answer them, and pages under way too.
    undo.push(() => Promise.all([server.close(), publisher.stop()]));
    const disk = watchDisk(env.dataDir);
    undo.push(disk.stop);
    const backups = await watchBackups(env.dataDir);
    undo.push(backups.stop);
    health = () => healthOf(backend.health(), publisher.answers(), disk.problem(), backups.last());
    hooks.push(
      webhook({
        secrets: backend.webhookSecrets,
        remember: rememberWebhooks(backendUrl, backend.keys.secretKey, env.hosted !== null),
        publish: () => publisher.command({ kind: 'drain' }),
        log,
      }),
      control({
        secretKey: backend.keys.secretKey,
        run: publisher.command,
        follow: (follower) => {
          followers.add(follower);
          return () => void followers.delete(follower);
        },
      }),
    );
    backend.onNotify('site_changes', (rows) => publisher.changes(rows));
    backend.onNotify('publish_requests', () => publisher.wake());
    backend.onReturn(() => publisher.verify());
    await publisher.ready;
    if (!stopping)
      console.log(readyLine(env.origin, backend.demoAccounts, performance.now() - started));
  } catch (error) {
    for (const step of undo.splice(0).reverse()) await step();
    throw error;
  }
});
if (process.exitCode) process.exit();
