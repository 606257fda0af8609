import { setTimeout as pause } from 'node:timers/promises';
import { openBucket } from '#node/bucket.ts';
import type { BucketSettings } from '#node/bucket-requests.ts';
import { type Log, toldOnce } from '#node/log.ts';
import { tellWait } from '../changes/tell-wait.ts';
import { Releases } from '../releases/releases.ts';
import { Lease } from '../store/lease.ts';
import { serverName } from '../store/server-name.ts';
import { SiteMirror } from '../store/site-mirror.ts';
import { SiteBucket } from '../store/site-store.ts';
import type { ToldCdn } from './cdn.ts';
import type { Command, FromPublisher, PublisherNews, PublisherSource } from './messages.ts';
import { activation, openPublisher, type RunningPublisher } from './publisher-service.ts';
import { publishingData } from './publishing-data.ts';
import { mediaDir } from './source.ts';

/** How often a server that follows looks for what is new, and whether nobody leads. */
const LOOK_MS = 1000;
const LEASE = 'publish';

/** Follows the server that publishes, and publishes when there is none. */
export async function openSharedSite(
  source: PublisherSource,
  settings: BucketSettings,
  { send, cdn }: { send: (message: FromPublisher) => void; cdn: ToldCdn | null },
): Promise<RunningPublisher> {
  const log: Log = (line, about) => send({ type: 'log', line, about });
  const { backendUrl, secretKey, publicBackendUrl } = source;
  const data = publishingData(backendUrl, secretKey, publicBackendUrl !== '');
  // It is asked again anyway, and soon: nobody knows when a bucket that was away is back.
  const bucket = openBucket(settings, { timeoutMs: 1500, mostTries: 3 });
  const lease = new Lease({
    holder: await serverName(source.dataDir),
    take: (holder, seconds) => data.takeLease(LEASE, holder, seconds),
    end: (holder) => data.endLease(LEASE, holder),
    onLost: (other) => {
      log(`Another server publishes now: ${other}.`, {
        event: 'publish.lost',
        level: 'warn',
      });
      process.exit(0);
    },
  });
  const mirror = new SiteMirror({
    bucket,
    releases: new Releases(source.dataDir),
    mediaDir: mediaDir(source.dataDir),
    readLog: data.readSiteLog,
    onActivate: (release) => {
      send(activation(release));
      // It came from there.
      send({ type: 'stored' });
    },
    onChanged: (files) => send({ type: 'changed', files }),
  });
  const lead = () => {
    cdn?.lead(data.readSiteLog(0));
    return openPublisher(
      source,
      send,
      new SiteBucket({
        bucket,
        lease,
        log,
        mediaDir: mediaDir(source.dataDir),
        there: mirror.release,
        note: (keys) => data.noteSiteFiles(lease.holder, keys),
        onStored: cdn?.stored,
      }),
    );
  };
  return new SharedSite({ mirror, lease, mayLead: source.roles.publish, lead, log });
}

interface SharedSiteOptions {
  mirror: Pick<SiteMirror, 'catchUp' | 'catchUpWhole'>;
  lease: Pick<Lease, 'take' | 'end' | 'other'>;
  mayLead: boolean;
  /** Publishes, from what the copy has on. */
  lead: () => Promise<RunningPublisher>;
  log: Log;
}

/** One of several servers of a site. */
class SharedSite implements RunningPublisher {
  readonly #options: SharedSiteOptions;
  #leading: Promise<RunningPublisher> | null = null;
  readonly #stopping = new AbortController();
  #looking = new AbortController();
  /** What kept it from following the last time. */
  readonly #trouble: ReturnType<typeof toldOnce>;

  constructor(options: SharedSiteOptions) {
    this.#options = options;
    this.#trouble = toldOnce(options.log, {
      line: 'Pages are up to date again.',
      event: 'publish.back',
    });
    // What ends the loop ends the process, which is started again.
    void this.#follow();
  }

  receive(news: PublisherNews): void {
    if (this.#leading) void this.#leading.then((publisher) => publisher.receive(news));
    // A server that follows hears of the pages when they are made.
    else if (news.type === 'noted' || news.type === 'verify') this.#looking.abort();
  }

  async run(command: Command): Promise<string> {
    if (command.kind === 'drain' && !this.#leading) return 'The server that publishes does it.';
    const { lease, mayLead } = this.#options;
    while (mayLead && !this.#leading && !lease.other && !this.#stopping.signal.aborted)
      await pause(LOOK_MS / 4);
    if (this.#leading) return (await this.#leading).run(command);
    throw new Error(
      `Another server publishes: ${lease.other || 'none yet'}. Run it there, or ask for it in the dashboard under “System”.`,
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#looking.abort();
    await (await this.#leading)?.stop();
    await this.#options.lease.end();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#looking = new AbortController();
      if (await this.#mayLeadNow()) {
        this.#leading = this.#options.lead();
        await this.#leading;
        return;
      }
      await pause(LOOK_MS, undefined, { signal: this.#looking.signal }).catch(() => {});
    }
  }

  /** Brings the copy up to date; true when this server is to lead from there on. */
  async #mayLeadNow(): Promise<boolean> {
    const { mirror, lease, mayLead } = this.#options;
    try {
      if (await mirror.catchUp()) this.#looking.abort();
      this.#trouble.over();
      if (!mayLead || !(await lease.take())) return false;
      // What the last one wrote until its end.
      await mirror.catchUpWhole();
      return true;
    } catch (error) {
      tellWait(this.#trouble.tell, 'Pages may be older for now', error);
      return false;
    }
  }
}
