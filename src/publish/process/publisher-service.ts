import { buildClient } from '#data/process/build-client.ts';
import { untilItWorks } from '#node/backoff.ts';
import { explain } from '#node/faults.ts';
import { behind, type Log, toldOnce } from '#node/log.ts';
import { ROOT } from '#node/root.ts';
import { PICTURES_DIR } from '#seed/pictures.ts';
import { parseChanges } from '#site/directory/directory-change.ts';
import { readDirectoryRows } from '#site/directory/directory-rows.ts';
import { Publisher } from '../changes/publisher.ts';
import type { PublishedJob, PublisherOptions } from '../changes/publisher-options.ts';
import { readDirectory } from '../changes/read-directory.ts';
import { allImages } from '../pictures/images.ts';
import { type MediaStore, openMedia } from '../pictures/media.ts';
import { markStale } from '../pictures/stale-mark.ts';
import { storageDownload } from '../pictures/storage-download.ts';
import type { Release } from '../releases/releases.ts';
import {
  buildRelease,
  type ReleaseOptions,
  rollBack,
  switchRelease,
} from '../releases/switch-release.ts';
import { Background } from '../rendering/background.ts';
import { touchBundle } from '../rendering/bundle.ts';
import { mediaKey } from '../store/site-keys.ts';
import type { SiteBucket } from '../store/site-store.ts';
import { Commands } from './commands.ts';
import { JobLog } from './job-log.ts';
import type { Command, FromPublisher, PublisherNews, PublisherSource } from './messages.ts';
import { type PublishingData, publishingData } from './publishing-data.ts';
import { firstRelease, releaseOptions } from './release-options.ts';
import { mediaDir } from './source.ts';

const SWEEP_MS = 30_000;
const TOUCH_BUNDLES_MS = 3600_000;
/** How often changes are looked for where nobody tells this server of them. */
const LOOK_MS = 1000;

/** What a process does that publishes, or stands by to. */
export interface RunningPublisher {
  receive(news: PublisherNews): void;
  /** Gives a line that says what happened; rejects with a sentence. */
  run(command: Command): Promise<string>;
  stop(): Promise<void>;
}

interface ServiceOptions
  extends Pick<PublisherOptions, 'directory' | 'readWith' | 'readRows' | 'live'> {
  send: (message: FromPublisher) => void;
  log: Log;
  data: PublishingData;
  releases: ReleaseOptions;
  media: MediaStore;
  background: Background;
  /** Null where this server's disk is all there is. */
  store: SiteBucket | null;
  /** Nobody tells of changes that reach the database. */
  looks: boolean;
}

/** Opens the release that is there, or makes the first one, and keeps it true to the database. */
export async function openPublisher(
  source: PublisherSource,
  send: (message: FromPublisher) => void,
  store: SiteBucket | null = null,
): Promise<PublisherService> {
  const log: Log = (line, about) => send({ type: 'log', line, about });
  const hosted = source.publicBackendUrl !== '';
  const data = publishingData(source.backendUrl, source.secretKey, hosted);
  const client = buildClient(source.backendUrl, source.publishableKey, hosted);
  const readRows = () => readDirectoryRows(client);
  const release = await firstRelease(releaseOptions(source, { background: false, log }));
  const releases = releaseOptions(source, { background: true, log });
  const background = new Background();
  const media = await openMedia({
    dir: mediaDir(source.dataDir),
    download: storageDownload(source.origin, source.backendUrl, source.secretKey),
    warn: (line) => log(`Warning: ${line}`),
    kept: PICTURES_DIR,
    drawTo: background.draw,
    onMade: store ? (names) => store.changed(names.map(mediaKey)) : undefined,
  });
  // The process that starts it again serves meanwhile.
  send(activation(release));
  // While the database is away, the site stays as it is.
  const trouble = toldOnce(log, { line: 'Publishing goes on.', event: 'publish.back' });
  const read = await untilItWorks(
    () => readDirectory(data, readRows),
    (error, ms) =>
      trouble.tell(`Publishing waits ${Math.round(ms / 1000)} s: ${explain(error)}`, {
        event: 'publish.waits',
        level: 'warn',
        ...behind(error),
      }),
  );
  trouble.over();
  const live = { release, renderer: await releases.openRenderer(release.bundleId) };
  if (store) {
    store.activate(release);
    void store.whole.then(() => send({ type: 'stored' }));
    await takeOver(releases, release);
    await media.ensure(allImages(read.directory));
  }
  const service = new PublisherService({
    ...read,
    readRows,
    live,
    send,
    log,
    data,
    releases,
    media,
    background,
    store,
    looks: store !== null && hosted,
  });
  await service.start();
  return service;
}

/** Another server may have published until now: nobody here knows what earlier releases and lists lack. */
async function takeOver({ releases }: ReleaseOptions, live: Release): Promise<void> {
  await releases.strip(live.id);
  markStale(live);
}

/** The publisher with all that works for it in its process. */
export class PublisherService implements RunningPublisher {
  readonly #options: ServiceOptions;
  readonly #publisher: Publisher;
  readonly #commands: Commands;
  /** When the build under way began to read, and the release that a rollback makes anew; null while there is none. */
  #building: { since: number; target?: Release } | null = null;

  constructor(options: ServiceOptions) {
    const { send, log, data, releases, background, store } = options;
    const jobs = new JobLog(data, log);
    this.#options = options;
    this.#publisher = new Publisher({
      ...options,
      outbox: data,
      retries: options.looks ? { firstMs: LOOK_MS, mostMs: 2 * LOOK_MS } : undefined,
      journal: releases.journal,
      onChanged: (files) => {
        send({ type: 'changed', files });
        store?.changed(files);
      },
      onWritten: store ? (file) => store.changed([file]) : undefined,
      onRendered: (file, body) => send({ type: 'rendered', file, text: body.toString() }),
      onErased: () => this.#forgetErased(),
      building: () => this.#building !== null,
      // The outbox notes those that published changes.
      onJob: (job) => (job.kind === 'publish' ? log('', published(job)) : jobs.add(job)),
      writeIndex: background.index,
    });
    if (store) store.onSettled = () => this.#publisher.finish();
    this.#commands = new Commands({
      data,
      jobs,
      log,
      publisher: this.#publisher,
      releases: releases.releases,
      rebuild: (force) => this.#build((since) => this.#rebuild(force, since)),
      rollback: (target) =>
        this.#build(() => rollBack(releases, this.#publisher, target, this.#activate), target),
    });
  }

  /** Publishes what waits, finishes what an earlier process began, and looks again every now and then. */
  async start(): Promise<void> {
    const { log } = this.#options;
    const publisher = this.#publisher;
    this.#wake();
    publisher
      .prepare()
      .then(() => publisher.queueMissingPreviews())
      .catch((error) => log(`Preview images wait for the next start: ${explain(error)}`));
    await this.#touchBundles();
    setInterval(() => {
      this.#touchBundles().catch((error) => log(`Bundles cannot be kept: ${explain(error)}`));
    }, TOUCH_BUNDLES_MS);
    setInterval(() => this.#verify(), SWEEP_MS);
    // What failed is tried again by itself.
    if (this.#options.looks) setInterval(() => this.#publisher.isWell && this.#wake(), LOOK_MS);
  }

  receive(news: PublisherNews): void {
    if (news.type === 'wake') this.#wake();
    else if (news.type === 'verify') this.#verify();
    else if (news.type === 'changes') this.#notify(news.rows);
    // Files are noted by this one.
  }

  #wake(): void {
    this.#publisher.wake();
    this.#commands.wake();
  }

  #verify(): void {
    const { data } = this.#options;
    // What fails is reported by what tries it again.
    Promise.all([data.endPauses(), data.refreshEstimates()])
      .then(() => this.#publisher.verify(data.directoryChecksum))
      .catch(() => this.#publisher.wake());
    this.#commands.wake();
  }

  #notify(rows: string): void {
    try {
      this.#publisher.notify(parseChanges(JSON.parse(rows)));
    } catch {
      this.#publisher.wake();
    }
  }

  run(command: Command): Promise<string> {
    return this.#commands.run(command);
  }

  async stop(): Promise<void> {
    this.#options.background.stop();
    await this.#publisher.stop();
    await this.#options.store?.stop();
  }

  /** Pictures of the release to come are not shown yet: nobody clears them away meanwhile, and afterwards the rest. */
  async #build<T>(work: (since: number) => Promise<T>, target?: Release): Promise<T> {
    const since = Date.now();
    this.#building = { since, target };
    try {
      return await work(since);
    } finally {
      this.#building = null;
      this.#publisher.wake();
    }
  }

  async #rebuild(force: boolean, since: number): Promise<Release> {
    const { releases, media } = this.#options;
    const publisher = this.#publisher;
    const next = await buildRelease(releases, force ? 0 : publisher.current.release.pages);
    await media.reload();
    await publisher.reload();
    await switchRelease(releases, publisher, next, since, this.#activate);
    return next;
  }

  readonly #activate = (release: Release) => {
    this.#options.send(activation(release));
    this.#options.store?.activate(release);
  };

  async #forgetErased(): Promise<void> {
    const { releases, journal } = this.#options.releases;
    const { since, target } = this.#building ?? { since: Number.POSITIVE_INFINITY };
    await releases.strip(
      this.#publisher.current.release.id,
      ({ id, createdAt }) => id === target?.id || Date.parse(createdAt) >= since,
    );
    await journal.forget(Math.min(since, await releases.neededSince()));
  }

  async #touchBundles(): Promise<void> {
    const releases = await this.#options.releases.releases.list();
    for (const { bundleId } of releases) await touchBundle(ROOT, bundleId);
  }
}

/** What programs hear of changes that are on the pages now. */
const published = ({ ok, ms, routes, requests, lagMs }: PublishedJob) => ({
  event: 'publish.done',
  level: ok ? ('info' as const) : ('error' as const),
  ms: Math.round(ms),
  pages: routes.length,
  ...(requests && { requests }),
  ...(lagMs !== undefined && { lagMs: Math.round(lagMs) }),
});

export const activation = ({ id, siteDir }: Release): FromPublisher => ({
  type: 'activate',
  releaseId: id,
  siteDir,
});
