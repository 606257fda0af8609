/** The publisher as a process of its own, started by the front process, which it talks to over IPC. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { buildClient } from '#data/build-client.ts';
import { readDirectoryRows } from '#data/directory-rows.ts';
import { publishingData } from '#data/publishing.ts';
import { parseChanges } from '#domain/directory-change.ts';
import { collectWhenIdle } from '#embedded/idle-garbage.ts';
import { Background } from '#publish/background.ts';
import { backoff } from '#publish/backoff.ts';
import { bundleAt, bundleId, isBundled, touchBundle } from '#publish/bundle.ts';
import { Journal } from '#publish/journal.ts';
import { openMedia } from '#publish/media.ts';
import type { FromPublisher, ToPublisher } from '#publish/messages.ts';
import { Publisher } from '#publish/publisher.ts';
import { readDirectory } from '#publish/read-directory.ts';
import { type Release, Releases } from '#publish/releases.ts';
import { openRenderer } from '#publish/renderer.ts';
import { storageDownload } from '#publish/storage-download.ts';
import {
  buildRelease,
  type ReleaseOptions,
  rollBack,
  switchRelease,
} from '#publish/switch-release.ts';
import { PICTURES_DIR } from '#seed/pictures.ts';
import { runBuild } from './lib/build-child.ts';
import { endOnFault, sentenceOf } from './lib/cli.ts';
import { Commands } from './lib/commands.ts';
import { JobLog } from './lib/job-log.ts';
import { mediaDir, ROOT, renderSettings } from './lib/project.ts';
import { readSource } from './lib/publisher-source.ts';

const SWEEP_MS = 30_000;
const KEEP_MS = 3600_000;
const KEPT_RELEASES = 5;

const source = readSource();
const tell = (message: FromPublisher) => {
  if (process.connected) process.send?.(message);
};
const log = (line: string) => tell({ type: 'log', line });

async function main(): Promise<void> {
  const releases = new Releases(source.dataDir);
  const journal = new Journal(source.dataDir);
  const data = publishingData(source.backendUrl, source.secretKey, source.publicBackendUrl !== '');
  const client = buildClient(
    source.backendUrl,
    source.publishableKey,
    source.publicBackendUrl !== '',
  );
  const settings = renderSettings(source);
  let firstBuild = true;
  /** When the build under way began to read, if there is one. */
  let buildingSince: number | null = null;
  const options: ReleaseOptions = {
    releases,
    journal,
    keep: KEPT_RELEASES,
    openRenderer: (id) => openRenderer(bundleAt(ROOT, id).rendererDir, settings),
    fingerprint: (id) => hashOf({ id, settings, database: source.databaseUrl }),
    build: (siteDir, bundleId) =>
      runBuild(source, siteDir, { background: !firstBuild, bundleId, log }),
  };
  const activated = (release: Release) =>
    tell({ type: 'activate', releaseId: release.id, siteDir: release.siteDir });

  let release = await releases.current();
  const bundle = bundleAt(ROOT, await bundleId(ROOT));
  if (release?.fingerprint !== options.fingerprint(bundle.id) || !(await isBundled(bundle))) {
    // From before the database is read, so that a change made meanwhile is not missed.
    const since = Date.now();
    release = await buildRelease(options, 0);
    await releases.noteRetired(release.id, since);
    await releases.activate(release.id);
  }
  // Also what an interrupted build left.
  await releases.prune(KEPT_RELEASES);
  firstBuild = false;
  await journal.compact();
  const background = new Background();
  const media = await openMedia({
    dir: mediaDir(source.dataDir),
    download: storageDownload(source.origin, source.backendUrl, source.secretKey),
    warn: (line) => log(`Warning: ${line}`),
    kept: PICTURES_DIR,
    drawTo: background.draw,
  });
  const jobs = new JobLog(data, log);
  // Whoever starts it again serves meanwhile.
  activated(release);
  const readRows = () => readDirectoryRows(client);
  const read = await untilItWorks(() => readDirectory(data, readRows));
  const publisher = new Publisher({
    ...read,
    outbox: data,
    readRows,
    media,
    journal,
    live: { release, renderer: await options.openRenderer(release.bundleId) },
    onChanged: (files) => tell({ type: 'changed', files }),
    onRendered: (file, body) => tell({ type: 'rendered', file, text: body.toString() }),
    onWithdrawn: (names) => tell({ type: 'withdrawn', names }),
    onErased: async () => {
      await releases.strip(publisher.current.release.id);
      const needed = Math.min(
        buildingSince ?? Number.POSITIVE_INFINITY,
        await releases.neededSince(),
      );
      await journal.forget(needed);
    },
    building: () => buildingSince !== null,
    // The outbox notes those that published changes.
    onJob: (job) => job.kind === 'publish' || jobs.add(job),
    log,
    writeIndex: background.index,
  });
  const commands = new Commands({
    publisher,
    releases,
    data,
    jobs,
    log,
    rebuild: (force) =>
      building(async (since) => {
        const live = publisher.current.release;
        const next = await buildRelease(options, force ? 0 : live.pages);
        await media.reload();
        await publisher.reload();
        await switchRelease(options, publisher, next, since, activated);
        return next;
      }),
    rollback: (target) =>
      building(async () => {
        await rollBack(options, publisher, target, activated);
      }),
  });
  /** Pictures of the release to come are not shown yet: nobody clears them away meanwhile, and afterwards the rest. */
  const building = async <T>(work: (since: number) => Promise<T>): Promise<T> => {
    buildingSince = Date.now();
    try {
      return await work(buildingSince);
    } finally {
      buildingSince = null;
      publisher.wake();
    }
  };

  const verify = () => {
    // What fails is reported by what tries it again.
    publisher.verify(data.directoryChecksum).catch(() => publisher.wake());
    commands.wake();
  };

  process.on('message', (message: ToPublisher) => {
    if (message.type === 'wake') {
      publisher.wake();
      commands.wake();
    } else if (message.type === 'verify') {
      verify();
    } else if (message.type === 'ping') {
      tell({ type: 'pong' });
    } else if (message.type === 'changes') {
      try {
        publisher.notify(parseChanges(JSON.parse(message.rows)));
      } catch {
        publisher.wake();
      }
    } else if (message.type === 'command') {
      commands
        .run(message.command)
        .then((text) => tell({ type: 'done', id: message.id, ok: true, text }))
        .catch((error) =>
          tell({ type: 'done', id: message.id, ok: false, text: sentenceOf(error) }),
        );
    } else {
      background.stop();
      void publisher.stop().then(() => process.exit());
    }
  });
  publisher.wake();
  publisher
    .prepare()
    .then(() => publisher.queueMissingPreviews())
    .catch((error) => log(`Preview images wait for the next start: ${sentenceOf(error)}`));
  commands.wake();
  const keepBundles = async () => {
    for (const { bundleId } of await releases.list()) await touchBundle(ROOT, bundleId);
  };
  await keepBundles();
  setInterval(() => {
    keepBundles().catch((error) => log(`Bundles cannot be kept: ${sentenceOf(error)}`));
  }, KEEP_MS);
  setInterval(verify, SWEEP_MS);
}

/** While the database is away, the site stays as it is. */
async function untilItWorks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      const delay = backoff(attempts);
      log(`Publishing waits ${Math.round(delay / 1000)} s: ${sentenceOf(error)}`);
      await pause(delay);
    }
  }
}

function hashOf(data: object): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16);
}

endOnFault();
collectWhenIdle();
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {}); // Ctrl+C reaches the whole group: the front process decides
main().catch((error) => {
  process.exitCode = 1;
  process.send?.({ type: 'fatal', message: sentenceOf(error) } satisfies FromPublisher, () =>
    process.exit(),
  );
});
