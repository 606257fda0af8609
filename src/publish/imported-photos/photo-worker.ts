import { SITE } from '#config/site.ts';
import { BUCKETS, type BucketName } from '#features/pictures/upload.ts';
import { LIMITS } from '#lib/limits.ts';
import { readUrl } from '#lib/read-url.ts';
import { serialQueue, serialQueues } from '#node/concurrency.ts';
import { messageOf } from '#node/errors.ts';
import { type Log, toldOnce } from '#node/log.ts';
import { FetchRefusal, fetchPublic } from '#node/public-fetch.ts';
import { webPhoto } from './web-photo.ts';

/** A photo that this process has for the time of its lease. */
export interface LeasedPhoto {
  id: number;
  artist_id: string;
  bucket: BucketName;
  url: string;
}

/** Where photos are noted and kept. */
export interface PhotoStore {
  lease(limit: number, seconds: number): Promise<LeasedPhoto[]>;
  /** Keeps a file; gives its public address. */
  keep(bucket: BucketName, path: string, bytes: Uint8Array): Promise<string>;
  remove(bucket: BucketName, path: string): Promise<void>;
  /** Shows a kept photo on its page; false where its page has an artist or is gone by now. */
  show(id: number, address: string): Promise<boolean>;
  fail(id: number, problem: string, permanent: boolean): Promise<void>;
}

interface PhotoWorkerOptions {
  store: PhotoStore;
  log: Log;
  /** Of the site, named to the servers that are asked. */
  origin?: string;
  get?: (url: string) => Promise<Uint8Array>;
}

/** Of different hosts at a time; one host is asked for one photo after the other. */
const WIDTH = 4;
const PHOTO_MS = 30_000;
/** All of one lease may be at one host, and their drawing takes its time. */
const LEASE_SECONDS = 600;

const getPhoto = (origin: string) => (url: string) =>
  fetchPublic(url, {
    maxBytes: LIMITS.sourceImageBytes,
    timeoutMs: PHOTO_MS,
    userAgent: `Mozilla/5.0 (compatible; ${SITE.name}; +${origin})`,
  });

/** Fetches the photos that imports name, some at a time. `wake` when some may be due. */
export class PhotoWorker {
  readonly #store: PhotoStore;
  readonly #get: (url: string) => Promise<Uint8Array>;
  readonly #atHost = serialQueues();
  /** A large photo takes a lot of memory. */
  readonly #drawing = serialQueue();
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  /** With the database, and with what keeps photos. */
  readonly #troubles: Record<'queue' | 'files', ReturnType<typeof toldOnce>>;

  constructor({ store, log, origin = '', get = getPhoto(origin) }: PhotoWorkerOptions) {
    this.#store = store;
    const end = { line: 'Photos of imports are kept again.', event: 'photos.back' };
    this.#troubles = { queue: toldOnce(log, end), files: toldOnce(log, end) };
    this.#get = get;
  }

  wake(): void {
    this.#again = true;
    if (this.#stopped) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** What is under way is due again later. */
  stop(): void {
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        const photos = await this.#store.lease(WIDTH, LEASE_SECONDS);
        this.#troubles.queue.over();
        // One that no request can be made of is refused when its turn comes.
        const host = ({ url }: LeasedPhoto) => readUrl(url)?.host ?? '';
        await Promise.all(
          photos.map((photo) => this.#atHost(host(photo), () => this.#work(photo))),
        );
        if (photos.length > 0) this.#again = true;
      } catch (error) {
        this.#wait('queue', error);
      }
    }
  }

  #wait(where: 'queue' | 'files', error: unknown): void {
    this.#troubles[where].tell(`Photos of imports wait: ${messageOf(error)}`);
  }

  async #work({ id, artist_id, bucket, url }: LeasedPhoto): Promise<void> {
    const { maxBytes } = bucket === BUCKETS.photo.name ? BUCKETS.photo : BUCKETS.portfolio;
    try {
      const found = await this.#get(url);
      const bytes = await this.#drawing(() => webPhoto(found, maxBytes));
      // Under the same name at every try.
      const path = `${artist_id}/import-${id}.webp`;
      const address = await this.#store.keep(bucket, path, bytes);
      this.#troubles.files.over();
      if (!(await this.#store.show(id, address))) await this.#store.remove(bucket, path);
    } catch (error) {
      if (error instanceof FetchRefusal) {
        await this.#store.fail(id, error.message, error.permanent);
      } else {
        this.#wait('files', error);
        await this.#store.fail(id, 'There was no room for it', false);
      }
    }
  }
}
