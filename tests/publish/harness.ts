import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { englishPath } from '#config/language-paths.ts';
import { buildClient } from '#data/process/build-client.ts';
import type { Picture } from '#features/pictures/picture.ts';
import type { FinishedJob } from '#features/publishing/publishing.ts';
import type { ChangeOutbox } from '#publish/changes/change-queue.ts';
import { Journal } from '#publish/changes/journal.ts';
import { Publisher } from '#publish/changes/publisher.ts';
import type { PublisherOptions } from '#publish/changes/publisher-options.ts';
import { readDirectory } from '#publish/changes/read-directory.ts';
import type { MediaStore } from '#publish/pictures/media.ts';
import { publishingData } from '#publish/process/publishing-data.ts';
import { publishRoutes } from '#publish/releases/live-release.ts';
import type { Release } from '#publish/releases/releases.ts';
import { openRenderer, type PageRenderer } from '#publish/rendering/renderer.ts';
import { LISTING_ROUTES } from '#site/affected-routes.ts';
import { Directory } from '#site/directory/directory.ts';
import { differences } from '#site/directory/directory-differences.ts';
import { readDirectoryRows } from '#site/directory/directory-rows.ts';
import { type TestBackend, testBackend } from '#tests/support/backend.ts';
import { TEST_SETTINGS, testBundle } from '#tests/support/bundle.ts';

export interface Harness {
  backend: TestBackend;
  renderer: PageRenderer;
  release: Release;
  /** What the publisher holds. */
  directory: Directory;
  media: MediaStore;
  publisher: Publisher;
  jobs: FinishedJob[];
  log: string[];
  /** Another publisher takes over, with the directory as it is then. */
  restart(options?: Pick<PublisherOptions, 'readWith'>): Promise<void>;
  /** Reads the directory anew. */
  read(): Promise<Directory>;
  /** The page at a path as it is served now, or null. */
  page(file: string): Promise<string | null>;
  /** Renders everything into the release, as a full build would; the publisher begins with what it read. */
  buildAll(): Promise<string[]>;
  close(): Promise<void>;
}

type HarnessOptions = Partial<Omit<PublisherOptions, 'outbox'>> & {
  /** Puts something between the publisher and its outbox. */
  outbox?: (outbox: ChangeOutbox) => ChangeOutbox;
};

/** A database in memory, the real pages and a publisher over a release on disk, all in this process. */
export async function harness({
  outbox = (own) => own,
  ...options
}: HarnessOptions = {}): Promise<Harness> {
  const backend = await testBackend();
  const client = buildClient(backend.url, backend.keys.publishableKey);
  const dir = await mkdtemp(path.join(tmpdir(), 'muro-publish-'));
  const release: Release = {
    id: 'test',
    bundleId: 'test',
    fingerprint: 'test',
    site: 'test',
    pages: 0,
    createdAt: new Date().toISOString(),
    dir,
    siteDir: path.join(dir, 'site'),
  };
  await mkdir(release.siteDir, { recursive: true });
  await mkdir(path.join(dir, 'releases'));
  const renderer = await openRenderer((await testBundle()).rendererDir, TEST_SETTINGS);
  const readRows = () => readDirectoryRows(client);
  const jobs: FinishedJob[] = [];
  const log: string[] = [];
  const media = options.media ?? picturesOfAnything();
  const changes = outbox(publishingData(backend.url, backend.keys.secretKey));
  const start = async (other: Pick<PublisherOptions, 'readWith'> = {}) => {
    const read = await readDirectory(changes, readRows);
    const publisher = new Publisher({
      ...read,
      outbox: changes,
      readRows,
      media,
      journal: new Journal(dir),
      live: { release, renderer },
      onChanged: () => {},
      onJob: (job) => jobs.push(job),
      log: (line) => log.push(line),
      ...options,
      ...other,
    });
    return { publisher, directory: read.directory };
  };
  let running = await start();
  return {
    backend,
    renderer: running.publisher.current.renderer,
    release,
    get directory() {
      return running.directory;
    },
    media,
    get publisher() {
      return running.publisher;
    },
    jobs,
    log,
    restart: async (other) => {
      await running.publisher.stop();
      running = await start(other);
    },
    read: async () => new Directory(await readRows()),
    page: (file) => readFile(path.join(release.siteDir, file), 'utf8').catch(() => null),
    buildAll: async () => {
      const { directory } = running;
      directory.apply(differences(directory, await readRows()));
      const site = { directory, media };
      const routes = await renderer.routes(site);
      await publishRoutes(release, renderer, site, routes);
      return routes;
    },
    close: async () => {
      await running.publisher.stop();
      await backend.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Any URL has a picture, made up from its text, so that tests need no uploads. */
export function picturesOfAnything(): MediaStore {
  const picture = (url: string): Picture => ({
    width: 640,
    height: 480,
    color: '#aabbcc',
    sources: [{ width: 640, webp: `/media/${encodeURIComponent(url)}.webp`, jpg: '/media/x.jpg' }],
  });
  return {
    picture: (url) => (url ? picture(url) : null),
    preview: () => null,
    draw: async () => false,
    missing: () => [],
    ensure: async () => {},
    previewFile: () => null,
    withdraw: async () => [],
    compact: async () => {},
    removeOrphans: async () => [],
    reload: async () => {},
  };
}

/** What follows a change a little later: lists of everything, and the later pages of lists. */
export const isListing = (route: string) =>
  (LISTING_ROUTES as readonly string[]).includes(englishPath(route)) || /\/page\/\d+$/.test(route);
