import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '#config/process/environment.ts';
import { someRoles } from '#config/process/roles.ts';
import { lastBackup } from '#embedded/backup/last-backup.ts';
import { lockDirectory } from '#embedded/base/lock.ts';
import type { DemoAccounts } from '#embedded/base/options.ts';
import { writeAtomic } from '#node/files.ts';
import { type About, type Log, partLog } from '#node/log.ts';
import { STOP_SIGNALS } from '#node/stop-signals.ts';
import { PublisherChild } from '#publish/process/publisher-child.ts';
import { databaseOf, mediaDir, sourceOf } from '#publish/process/source.ts';
import { type Release, Releases } from '#publish/releases/releases.ts';
import type { Answered } from '../access-log.ts';
import { type TrustProxy, trustedProxies } from '../client-address.ts';
import { metrics } from '../metrics.ts';
import type { Secrets } from '../sender.ts';
import { type ServerOptions, type SiteServer, startServer } from '../server.ts';
import { checkSecret } from '../webhook.ts';
import { openBackend, type RunningBackend } from './backend.ts';
import { earlierRelease } from './earlier-release.ts';
import { askBackend, readFigures } from './figures.ts';
import { healthOf } from './health.ts';
import { type Hook, hooksOf } from './hooks.ts';
import { withoutServer } from './mail-notice.ts';
import { metricsGuard } from './metrics-guard.ts';
import { watchDisk } from './watch-disk.ts';
import { watchRoom } from './watch-room.ts';

const STARTING = 'The server is starting.';

/** The lock of the releases keeps a second product out: who still has the database is what a killed one left behind. */
const ORPHAN_ENDS_MS = 30_000;

/** The product, or the roles of it that are this process's: the backend and the publisher are its children. */
export class Front {
  readonly #env: Environment;
  readonly #log: Log;
  readonly #runFile: string;
  /** What is closed at the end, the latest first. */
  readonly #closing: (() => unknown)[] = [];
  #ending = false;
  #backendUrl = '';
  /** Until the backend is there, a release of an earlier start may be served, and no request is taken. */
  #health: NonNullable<ServerOptions['health']> = async () => ({
    status: 'failing',
    reason: STARTING,
  });
  #secrets: Secrets | null = null;
  readonly #hooks: Hook[] = [];
  /** Get what the publisher logs. */
  readonly #followers = new Set<(line: string) => void>();
  readonly #answers = new Set<(answer: Answered) => void>();
  readonly #events = new Set<(about: About) => void>();

  constructor(env: Environment, log: Log) {
    this.#env = env;
    this.#log = (line, about) => {
      log(line, about);
      for (const tell of this.#events) tell(about ?? {});
    };
    this.#runFile = path.join(env.dataDir, 'run.json');
  }

  /** Resolves when the site is served: who may sign in to try it; undefined when it is ending already. */
  async start(): Promise<DemoAccounts | null | undefined> {
    const { dataDir, trustProxy, webhookSecrets } = this.#env;
    for (const secret of webhookSecrets) checkSecret(secret);
    const trusted = trustedProxies(trustProxy);
    const releasesDir = path.join(dataDir, 'releases');
    await mkdir(releasesDir, { recursive: true });
    this.#closing.push(lockDirectory(releasesDir), () => rm(this.#runFile, { force: true }));
    for (const signal of STOP_SIGNALS) process.on(signal, () => void this.#exit(0));
    // Only where another program has started this one to talk to it, as tests do: it is gone.
    if (process.connected) process.on('disconnect', () => void this.#exit(0));
    try {
      const earlier = await earlierRelease(this.#env);
      const server = await this.#serve(trusted, earlier);
      const backend = await openBackend(this.#env, partLog(this.#log, 'backend'), ORPHAN_ENDS_MS);
      this.#secrets = { ...backend.keys, frontSecret: backend.frontSecret };
      this.#backendUrl = backend.url;
      this.#closing.push(() => backend.stop());
      if (!this.#env.mail.smtpUrl) this.#log(withoutServer(this.#env), { event: 'mail.unset' });
      const publisher = this.#publish(server, backend, earlier !== null);
      this.#watch(backend, publisher);
      this.#connect(backend, publisher);
      if (this.#storesPages) await publisher?.stored;
      else if (this.#showsPages) await publisher?.ready;
      else await this.#noteRun(backend.url, null);
      return this.#ending ? undefined : backend.demoAccounts;
    } catch (error) {
      await this.#close();
      throw error;
    }
  }

  /** Whether pages come to this process, to be served or published. */
  get #showsPages(): boolean {
    const { roles } = this.#env;
    return roles.has('serve') || roles.has('publish');
  }

  /** Whether visitors get what this process puts into a bucket. */
  get #storesPages(): boolean {
    return this.#env.buckets.site !== null && this.#env.roles.has('publish');
  }

  /** For commands, which find this process by it. */
  async #noteRun(backendUrl: string, releaseId: string | null): Promise<void> {
    const { host, port, origin } = this.#env;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    const state = { pid: process.pid, origin, url, backendUrl, releaseId };
    await writeAtomic(this.#runFile, `${JSON.stringify(state)}\n`);
  }

  async #close(): Promise<void> {
    for (const step of this.#closing.splice(0).reverse()) await step();
  }

  async #exit(code: number): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    await this.#close();
    process.exit(code);
  }

  async #serve(trustProxy: TrustProxy, release: Release | null): Promise<SiteServer> {
    const { host, port, origin, hosted, dataDir, pageMemory, accessLog, roles, cdn } = this.#env;
    const serves = roles.has('serve');
    if (accessLog) this.#answers.add(this.#tellAnswer);
    const server = await startServer({
      host,
      port,
      origin,
      serves,
      backendUrl: hosted || !serves ? null : () => this.#backendUrl,
      secrets: () => this.#secrets,
      mediaDir: mediaDir(dataDir),
      trustProxy,
      release,
      hooks: (...call) => this.#hooks.some((hook) => hook(...call)),
      health: () => this.#health(),
      cdn: cdn !== null,
      memoryBytes: pageMemory,
      log: this.#log,
      listeners: this.#answers,
    });
    this.#closing.push(() => server.close());
    return server;
  }

  /** For people on the standard output, apart from what they should read. */
  readonly #tellAnswer = (answer: Answered): void => {
    if (this.#env.logFormat === 'json') this.#log('', { event: 'request', ...answer });
    else process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...answer })}\n`);
  };

  /** Null for a process that has no part in pages and emails. */
  #publish(
    server: SiteServer,
    backend: RunningBackend,
    hasRelease: boolean,
  ): PublisherChild | null {
    const { cdn, roles: mine } = this.#env;
    const roles = {
      serve: mine.has('serve'),
      publish: mine.has('publish'),
      email: mine.has('email'),
    };
    if (!Object.values(roles).includes(true)) return null;
    const log = partLog(this.#log, 'publisher');
    const publisher = new PublisherChild({
      source: { ...sourceOf(this.#env, backend), databaseUrl: databaseOf(this.#env), cdn, roles },
      // Without pages it is started again like any other child.
      isServed: hasRelease || !this.#showsPages,
      log: (line, about) => {
        log(line, about);
        if (line) for (const follower of this.#followers) follower(line);
      },
      onChanged: (files) => server.refresh(files),
      onRendered: (file, body) => server.put(file, body),
      onActivate: async (releaseId, siteDir) => {
        if (roles.serve) await server.activate(releaseId, siteDir);
        await this.#noteRun(backend.url, releaseId);
      },
      onFatal: (message) => {
        log(message, { event: 'publisher.unstarted', level: 'error' });
        void this.#exit(1);
      },
    });
    // Requests under way end while there is a backend to answer them, and pages under way too.
    this.#closing.push(() => Promise.all([server.close(), publisher.stop()]));
    return publisher;
  }

  #watch(backend: RunningBackend, publisher: PublisherChild | null): void {
    const { dataDir, hosted, roles } = this.#env;
    const some = someRoles(roles, hosted !== null);
    const { url, keys } = backend;
    const disk = watchDisk(dataDir);
    const room = watchRoom(dataDir, () =>
      askBackend(url, keys.secretKey, '/rest/v1/rpc/storage_room'),
    );
    this.#closing.push(disk.stop, room.stop);
    const releases = new Releases(dataDir);
    this.#health = async () => {
      const vitals = await backend.health();
      const live = await releases.current();
      const before = live && (await releases.before(live.id));
      const publishing = publisher && this.#showsPages ? publisher.answers() : null;
      const health = healthOf(vitals, publishing, disk.problem(), await lastBackup(dataDir));
      const told = { ...room.told(health), previous: before?.id ?? null };
      return some ? { ...told, roles: some } : told;
    };
    const project = { url, secretKey: keys.secretKey, hosted: hosted !== null };
    this.#hooks.push(
      metrics({
        mayRead: metricsGuard(this.#env),
        figures: () => readFigures({ dataDir, project, health: () => this.#health() }),
        answers: this.#answers,
        events: this.#events,
      }),
    );
  }

  /** Lets webhooks, operators and the database reach the publisher, and mailboxes the database. */
  #connect(backend: RunningBackend, publisher: PublisherChild | null): void {
    const follow = (follower: (line: string) => void) => {
      this.#followers.add(follower);
      return () => void this.#followers.delete(follower);
    };
    this.#hooks.push(...hooksOf({ env: this.#env, backend, publisher, log: this.#log, follow }));
    if (!publisher) return;
    backend.onNotify('site_changes', (rows) => publisher.tell({ type: 'changes', rows }));
    backend.onNotify('site_log', () => publisher.tell({ type: 'noted' }));
    backend.onNotify('publish_requests', () => publisher.tell({ type: 'wake' }));
    backend.onNotify('mails', () => publisher.tell({ type: 'mails' }));
    backend.onReturn(() => publisher.tell({ type: 'verify' }));
  }
}
