import { setTimeout as pause } from 'node:timers/promises';
import { buildClient } from '#data/build-client.ts';
import { readDirectoryRows } from '#data/directory-rows.ts';
import { type PublishingData, publishingData } from '#data/publishing.ts';
import { parseChanges } from '#domain/directory-change.ts';
import { backoff } from '#node/backoff.ts';
import { explain } from '#node/faults.ts';
import { ROOT } from '#node/root.ts';
import { PICTURES_DIR } from '#seed/pictures.ts';
import { Background } from '../background.ts';
import { touchBundle } from '../bundle.ts';
import { openMedia } from '../media.ts';
import type { MediaStore } from '../media-store.ts';
import { Publisher } from '../publisher.ts';
import { readDirectory } from '../read-directory.ts';
import type { Release } from '../releases.ts';
import { storageDownload } from '../storage-download.ts';
import { buildRelease, type ReleaseOptions, rollBack, switchRelease } from '../switch-release.ts';
import { BuildUnderWay } from './build-under-way.ts';
import { Commands } from './commands.ts';
import { JobLog } from './job-log.ts';
import type { Command, FromPublisher, PublisherSource } from './messages.ts';
import { firstRelease, releaseOptions } from './release-options.ts';
import { mediaDir } from './source.ts';

const SWEEP_MS = 30_000;
const TOUCH_BUNDLES_MS = 3600_000;

export interface RunningPublisher {
  wake(): void;
  verify(): void;
  /** Takes in rows of the outbox, as the database's notification has them. */
  notify(rows: string): void;
  /** Gives a line that says what happened. */
  run(command: Command): Promise<string>;
  stop(): Promise<void>;
}

/** What the publisher of this process works with. */
interface Parts {
  send: (message: FromPublisher) => void;
  log: (line: string) => void;
  data: PublishingData;
  releases: ReleaseOptions;
  media: MediaStore;
  jobs: JobLog;
  background: Background;
  build: BuildUnderWay;
}

/** Opens the release that is there, or makes the first one, and keeps it true to the database. */
export async function openPublisher(
  source: PublisherSource,
  send: (message: FromPublisher) => void,
): Promise<RunningPublisher> {
  const log = (line: string) => send({ type: 'log', line });
  const hosted = source.publicBackendUrl !== '';
  const data = publishingData(source.backendUrl, source.secretKey, hosted);
  const client = buildClient(source.backendUrl, source.publishableKey, hosted);
  const release = await firstRelease(releaseOptions(source, { background: false, log }));
  const background = new Background();
  const parts: Parts = {
    send,
    log,
    data,
    background,
    releases: releaseOptions(source, { background: true, log }),
    media: await openMedia({
      dir: mediaDir(source.dataDir),
      download: storageDownload(source.origin, source.backendUrl, source.secretKey),
      warn: (line) => log(`Warning: ${line}`),
      kept: PICTURES_DIR,
      drawTo: background.draw,
    }),
    jobs: new JobLog(data, log),
    build: new BuildUnderWay(),
  };
  // Whoever starts it again serves meanwhile.
  activate(parts, release);
  const publisher = await createPublisher(parts, release, () => readDirectoryRows(client));
  const commands = createCommands(parts, publisher);
  return run(parts, publisher, commands);
}

async function createPublisher(
  parts: Parts,
  release: Release,
  readRows: () => ReturnType<typeof readDirectoryRows>,
): Promise<Publisher> {
  const { send, log, data, background, build, jobs, media, releases } = parts;
  const publisher = new Publisher({
    ...(await untilItWorks(() => readDirectory(data, readRows), log)),
    outbox: data,
    readRows,
    media,
    journal: releases.journal,
    live: { release, renderer: await releases.openRenderer(release.bundleId) },
    onChanged: (files) => send({ type: 'changed', files }),
    onRendered: (file, body) => send({ type: 'rendered', file, text: body.toString() }),
    onWithdrawn: (names) => send({ type: 'withdrawn', names }),
    onErased: async () => {
      await releases.releases.strip(publisher.current.release.id);
      const since = build.since ?? Number.POSITIVE_INFINITY;
      await releases.journal.forget(Math.min(since, await releases.releases.neededSince()));
    },
    building: () => build.since !== null,
    // The outbox notes those that published changes.
    onJob: (job) => job.kind === 'publish' || jobs.add(job),
    log,
    writeIndex: background.index,
  });
  return publisher;
}

function createCommands(parts: Parts, publisher: Publisher): Commands {
  const { data, jobs, log, media, releases } = parts;
  const activated = (release: Release) => activate(parts, release);
  /** Pictures of the release to come are not shown yet: nobody clears them away meanwhile, and afterwards the rest. */
  const building = <T>(work: (since: number) => Promise<T>) =>
    parts.build.run(work).finally(() => publisher.wake());
  return new Commands({
    publisher,
    releases: releases.releases,
    data,
    jobs,
    log,
    rebuild: (force) =>
      building(async (since) => {
        const next = await buildRelease(releases, force ? 0 : publisher.current.release.pages);
        await media.reload();
        await publisher.reload();
        await switchRelease(releases, publisher, next, since, activated);
        return next;
      }),
    rollback: (target) => building(() => rollBack(releases, publisher, target, activated)),
  });
}

/** Publishes what waits, finishes what an earlier process began, and looks again every now and then. */
async function run(
  { log, data, releases, background }: Parts,
  publisher: Publisher,
  commands: Commands,
): Promise<RunningPublisher> {
  const wake = () => {
    publisher.wake();
    commands.wake();
  };
  const verify = () => {
    // What fails is reported by what tries it again.
    publisher.verify(data.directoryChecksum).catch(() => publisher.wake());
    commands.wake();
  };
  const touchBundles = async () => {
    for (const { bundleId } of await releases.releases.list()) await touchBundle(ROOT, bundleId);
  };
  wake();
  publisher
    .prepare()
    .then(() => publisher.queueMissingPreviews())
    .catch((error) => log(`Preview images wait for the next start: ${explain(error)}`));
  await touchBundles();
  setInterval(() => {
    touchBundles().catch((error) => log(`Bundles cannot be kept: ${explain(error)}`));
  }, TOUCH_BUNDLES_MS);
  setInterval(verify, SWEEP_MS);
  return {
    wake,
    verify,
    notify: (rows) => {
      try {
        publisher.notify(parseChanges(JSON.parse(rows)));
      } catch {
        publisher.wake();
      }
    },
    run: (command) => commands.run(command),
    stop: () => {
      background.stop();
      return publisher.stop();
    },
  };
}

function activate({ send }: Parts, { id, siteDir }: Release): void {
  send({ type: 'activate', releaseId: id, siteDir });
}

/** While the database is away, the site stays as it is. */
async function untilItWorks<T>(work: () => Promise<T>, log: (line: string) => void): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      const delay = backoff(attempts);
      log(`Publishing waits ${Math.round(delay / 1000)} s: ${explain(error)}`);
      await pause(delay);
    }
  }
}
