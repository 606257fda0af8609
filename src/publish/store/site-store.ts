import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '#node/backoff.ts';
import type { Bucket } from '#node/bucket.ts';
import { inParallel, serialQueue } from '#node/concurrency.ts';
import { ifExists } from '#node/files.ts';
import { type Log, toldOnce } from '#node/log.ts';
import { lifetimeOf } from '#site/served.ts';
import { tellWait } from '../changes/tell-wait.ts';
import type { Release } from '../releases/releases.ts';
import { brotli } from '../rendering/compressed.ts';
import type { Lease } from './lease.ts';
import { isSame, siteFileKeys } from './site-files.ts';
import {
  brotliKey,
  digest,
  headersOf,
  inStages,
  isLater,
  LIVE_KEY,
  mediaName,
  PICTURES_KEY,
  type Places,
  placeOf,
} from './site-keys.ts';

interface SiteBucketOptions {
  bucket: Bucket;
  mediaDir: string;
  lease: Pick<Lease, 'writing'>;
  /** The release that the bucket is known to have, just as it is on this disk; null for none. */
  there: string | null;
  /** Tells the servers that follow; false when another server leads by now. */
  note: (keys: readonly string[]) => Promise<boolean>;
  /** These are different in the bucket now. */
  onStored?: ((keys: readonly string[]) => void) | undefined;
  log: Log;
}

/** Requests to the bucket at a time. */
const WIDTH = 8;
/** Files that are told in one go. */
const NOTED = 1000;
/** Files that are stored in one go: others learn of them then, and pages that were told meanwhile come before the rest. */
const PART = 50;
const RETRIES = { firstMs: 250, mostMs: 1000 };
/** The list of pictures is large and only saves work: it is stored this long after it changed. */
const PICTURES_MS = 5000;

/**
 * The live site in a bucket: each file as it is on the disk when its turn comes, so that of many changes only the last
 * one is stored. What pages refer to goes before them.
 */
export class SiteBucket {
  readonly #options: SiteBucketOptions;
  #places: Places;
  #release: Release | null = null;
  /** The whole release is to be compared. */
  #compare = false;
  /** What nobody waits for: search, and lists of everything. */
  #later = new Set<string>();
  #keys = new Set<string>();
  /** Of what was told. */
  #underWay = 0;
  /** Is called each time that all is stored. */
  onSettled = () => {};
  readonly #whole = Promise.withResolvers<void>();
  /** Resolves when the whole release is there for the first time. */
  readonly whole = this.#whole.promise;
  /** How much was told, and how much of that is stored. */
  #told = 0;
  #stored = 0;
  #running = false;
  #failures = 0;
  readonly #trouble: ReturnType<typeof toldOnce>;
  #stopped = false;
  #waiters: { told: number; done: () => void }[] = [];
  #pictures: NodeJS.Timeout | undefined;
  readonly #inTurn = serialQueue();

  constructor(options: SiteBucketOptions) {
    this.#options = options;
    this.#trouble = toldOnce(options.log, {
      line: 'Pages are in the bucket again.',
      event: 'publish.back',
    });
    this.#places = { siteDir: '', mediaDir: options.mediaDir };
  }

  /** How many files are not stored yet, and whether a release is still to be compared. */
  get waiting(): number {
    return this.#keys.size + this.#underWay + this.#later.size + Number(this.#compare);
  }

  /** Whether all that was told is stored. */
  get isStored(): boolean {
    return this.#stored >= this.#told;
  }

  /** These files of the live release were written or removed; pictures as `media/…`. */
  changed(keys: readonly string[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.#add(key);
    if (keys.some((key) => mediaName(key))) this.#storePictures();
    this.#told++;
    this.#run();
  }

  /** Stores this release from now on, and makes what is there the same as it, unless it is known to be. */
  activate(release: Release): void {
    const isThere = this.#release === null && release.id === this.#options.there;
    this.#release = release;
    this.#places = { ...this.#places, siteDir: release.siteDir };
    if (isThere) {
      this.#whole.resolve();
      return;
    }
    this.#compare = true;
    this.#run();
  }

  /** Resolves when all that was told is stored; or after so long, with false. */
  async settled(withinMs: number): Promise<boolean> {
    const told = this.#told;
    if (this.isStored) return true;
    const stored = new Promise<true>((resolve) =>
      this.#waiters.push({ told, done: () => resolve(true) }),
    );
    return Promise.race([stored, pause(withinMs, false, { ref: false })]);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#pictures);
    await this.#inTurn(async () => {}); // what was under way has ended
  }

  #add(key: string): void {
    if (!isLater(key)) {
      this.#keys.add(key);
      return;
    }
    // To its end: what it refers to was told since.
    this.#later.delete(key);
    this.#later.add(key);
  }

  #storePictures(): void {
    this.#pictures ??= setTimeout(() => {
      this.#pictures = undefined;
      this.changed([PICTURES_KEY]);
    }, PICTURES_MS).unref();
  }

  #run(): void {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    void this.#inTurn(() => this.#work()).finally(() => {
      this.#running = false;
      if (this.waiting === 0 || this.#stopped) return;
      // What came while the last round ended goes at once.
      const wait = this.#failures > 0 ? backoff(this.#failures, RETRIES) : 0;
      setTimeout(() => this.#run(), wait).unref();
    });
  }

  async #work(): Promise<void> {
    while (!this.#stopped && this.waiting > 0) {
      try {
        await this.#round();
        this.#failures = 0;
        this.#trouble.over();
        if (!this.#compare) this.#whole.resolve();
      } catch (error) {
        this.#failures++;
        return tellWait(this.#trouble.tell, 'Pages wait for the bucket', error);
      }
    }
  }

  /** Stores a part of what was told; of what nobody waits for only when that was all. */
  async #round(): Promise<void> {
    // Pages of another release need its scripts.
    if (this.#compare) await this.#makeSame();
    const told = this.#told;
    const keys = taken(this.#keys);
    const later = this.#keys.size === 0 ? taken(this.#later) : [];
    const isAll = this.#keys.size === 0;
    this.#underWay = keys.length + later.length;
    try {
      await this.#store(keys);
      if (isAll) this.#settle(told);
      await this.#store(later);
    } catch (error) {
      // They come first again, for what follows may refer to them.
      this.#keys = new Set([...keys, ...this.#keys]);
      this.#later = new Set([...later, ...this.#later]);
      throw error;
    } finally {
      this.#underWay = 0;
    }
  }

  #settle(told: number): void {
    if (this.#stored >= told) return;
    this.#stored = told;
    for (const waiter of this.#waiters) if (waiter.told <= told) waiter.done();
    this.#waiters = this.#waiters.filter((waiter) => waiter.told > told);
    if (this.isStored) this.onSettled();
  }

  /**
   * Stores files as they are on the disk, and removes those that are not there.
   * @param there the entity tags of all that the bucket has, where they are known.
   */
  async #store(keys: Iterable<string>, there?: ReadonlyMap<string, string>): Promise<void> {
    const gone: string[] = [];
    for (const stage of inStages(keys)) {
      const put: string[] = [];
      await inParallel(stage, WIDTH, async (key) => {
        ((await this.#put(key, there)) ? put : gone).push(key);
      });
      await this.#tell(put);
    }
    await this.#remove(gone);
  }

  /**
   * False where there is no such file. Replaces only what was there while this server led: what is on its way when
   * another one takes over comes late, and the bucket refuses it.
   */
  async #put(key: string, there?: ReadonlyMap<string, string>): Promise<boolean> {
    const place = placeOf(key, this.#places);
    const body = place && (await ifExists(readFile(place)));
    if (!body) return false;
    const { bucket, lease } = this.#options;
    const headers = headersOf(key, body);
    const put = async (at: string, bytes: Buffer, more: { contentEncoding?: 'br' } = {}) => {
      const signal = lease.writing();
      const tag = there ? there.get(at) : (await bucket.head(at, { signal }))?.etag;
      await bucket.put(at, bytes, { ...headers, ...more }, { signal, over: tag ?? null });
    };
    const packed = brotliKey(key);
    const pack = async (at: string) =>
      put(at, await brotli(body, lifetimeOf(`/${key}`).immutable), { contentEncoding: 'br' });
    await Promise.all([put(key, body), packed && pack(packed)]);
    return true;
  }

  async #remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const { bucket, lease } = this.#options;
    await bucket.remove(keys.flatMap(allOf), { signal: lease.writing() });
    await this.#tell(keys);
  }

  async #tell(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += NOTED) {
      const part = keys.slice(from, from + NOTED);
      if (!(await this.#options.note(part))) throw new Error('another server leads by now');
      this.#options.onStored?.(part);
    }
  }

  /** Puts what is different, says which release it is, and removes what is not part of it. */
  async #makeSame(): Promise<void> {
    const { bucket, lease } = this.#options;
    const release = this.#release;
    if (!release) return;
    const there = new Map<string, string>();
    for await (const { key, etag } of bucket.list()) there.set(key, etag);
    const here = await siteFileKeys(this.#places);
    const different: string[] = [];
    for (const key of here)
      if (
        allOf(key).some((each) => !there.has(each)) ||
        !(await isSame(key, there.get(key), this.#places))
      )
        different.push(key);
    await this.#store(different, there);
    const { dir: _, siteDir: __, ...record } = release;
    const text = Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
    const over = there.get(LIVE_KEY) ?? null;
    if (over !== digest(text)) {
      const signal = lease.writing();
      await bucket.put(LIVE_KEY, text, headersOf(LIVE_KEY, text), { signal, over });
      await this.#tell([LIVE_KEY]);
    }
    const known = new Set([...here, LIVE_KEY, PICTURES_KEY].flatMap(allOf));
    await this.#remove([...there.keys()].filter((key) => isOurs(key) && !known.has(key)));
    if (this.#release === release) this.#compare = false;
  }
}

/** The keys of a file: its own, and that of the same file compressed. */
const allOf = (key: string) => [key, ...[brotliKey(key) ?? []].flat()];

/** Takes out those that were told first. */
function taken(keys: Set<string>): string[] {
  const part = [...keys.keys().take(PART)];
  for (const key of part) keys.delete(key);
  return part;
}

/** The operator may keep other things under names of their own that begin with a dot. */
const isOurs = (key: string) => !key.startsWith('.');
