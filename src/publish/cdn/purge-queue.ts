import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '#node/backoff.ts';
import { inParallel } from '#node/concurrency.ts';
import type { Log } from '#node/log.ts';
import { Timers } from '#node/timers.ts';
import { askCdn, type CdnAnswer } from './ask.ts';
import { CdnLog } from './cdn-log.ts';
import { ALL, KeptPurges } from './kept-purges.ts';
import type { CdnProtocol } from './purging.ts';
import { type Send, send } from './send.ts';

/** Beyond so many, everything is purged instead. */
const MOST_WAITING = 10_000;

const TIMES = {
  /** Pages of one change leave in one call. */
  collectMs: 20,
  /** After a failure, at first and at most. */
  retry: { firstMs: 500, mostMs: 10_000 },
  /**
   * Each address is purged once more: a fetch that was under way at the first purge is over by then, and every server
   * has the change. 0: once is enough.
   */
  againMs: 3000,
  /** What was refused is made up for by purging everything, tried as often as this. */
  owedMs: 5 * 60_000,
};

/** What the queue did and what it has before it, for those who watch. */
export interface CdnFigures {
  /** Addresses purged, a purge of everything counted as one. */
  purged: number;
  waiting: number;
  /** Why the last call failed; null when it worked. */
  problem: string | null;
}

interface QueueOptions {
  protocol: CdnProtocol;
  file: string;
  log: Log;
  send?: Send;
  times?: typeof TIMES;
}

/** Addresses of one call; `id` is the same for each try. */
interface Batch {
  id: string;
  urls: string[];
  again: boolean;
}

/** Purges until it has worked, also what an earlier process has left. */
export class PurgeQueue {
  readonly #options: QueueOptions & { send: Send; times: typeof TIMES };
  readonly #kept: KeptPurges;
  readonly #timers = new Timers();
  readonly #ended = new AbortController();
  /** Addresses, or `ALL`, with whether they are to be purged once more afterwards. */
  readonly #waiting = new Map<string, boolean>();
  #underWay: Batch[] = [];
  /** Purged once. */
  readonly #later = new Set<Batch>();
  /** Something was refused; `#isDue` where a time is set for making up for it. */
  #owesAll = false;
  #isDue = false;
  #running: Promise<void> | null = null;
  #purged = 0;
  readonly #log: CdnLog;

  constructor(options: QueueOptions) {
    this.#options = { send, times: TIMES, ...options };
    this.#kept = new KeptPurges(options.file, () => this.#unfinished());
    this.#log = new CdnLog(options.protocol.name, options.log, () => this.figures().waiting);
  }

  /** Takes up what an earlier process has left. */
  async open(): Promise<void> {
    const left = await this.#kept.load();
    if (left.length > 0) this.#add(left);
  }

  purge(urls: readonly string[]): void {
    if (urls.length === 0) return;
    this.#keep(urls);
    this.#add(urls);
  }

  purgeAll(): void {
    this.purge([ALL]);
  }

  /** Resolves when nothing waits for its first purge. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  figures(): CdnFigures {
    const under = this.#underWay.reduce((sum, { urls }) => sum + urls.length, 0);
    const { problem } = this.#log;
    return { purged: this.#purged, waiting: this.#waiting.size + under, problem };
  }

  /** What is not purged yet is in the file for the next start. */
  async stop(): Promise<void> {
    this.#timers.end();
    this.#ended.abort();
    await this.settled();
    await this.#kept.tidy().catch(() => {});
  }

  #add(urls: readonly string[], again = this.#options.times.againMs > 0): void {
    for (const url of urls) this.#waiting.set(url, again || this.#waiting.get(url) === true);
    if (this.#waiting.has(ALL) || this.#waiting.size > MOST_WAITING) {
      const isFirst = [...this.#waiting.values()].some(Boolean);
      this.#waiting.clear();
      this.#waiting.set(ALL, isFirst);
    }
    if (this.#ended.signal.aborted) return;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    const { protocol, times } = this.#options;
    for (let failures = 0; this.#isWaiting && !signal.aborted; ) {
      await this.#rest(times.collectMs);
      if (signal.aborted) break;
      // What fails alone holds up no other.
      if (this.#waiting.has(ALL)) this.#underWay = this.#take();
      else if (this.#underWay.length <= protocol.atOnce) this.#underWay.push(...this.#take());
      failures = await this.#round(failures);
      if (!this.#isWaiting) await this.#kept.tidy().catch((error) => this.#log.unkept(error));
    }
    // In the same moment as the last look at what waits.
    this.#running = null;
  }

  get #isWaiting(): boolean {
    return this.#waiting.size + this.#underWay.length > 0;
  }

  #take(): Batch[] {
    const { most, atOnce } = this.#options.protocol;
    const urls = [...this.#waiting.keys()].slice(0, most * atOnce);
    const batches: Batch[] = [];
    for (let at = 0; at < urls.length; at += most) {
      const part = urls.slice(at, at + most);
      const again = part.some((url) => this.#waiting.get(url));
      batches.push({ id: randomUUID(), urls: part, again });
    }
    for (const url of urls) this.#waiting.delete(url);
    return batches;
  }

  /** Tries what is under way once, and rests where some of it is left; gives how often nothing has worked by now. */
  async #round(failures: number): Promise<number> {
    const { protocol, send, times } = this.#options;
    const { signal } = this.#ended;
    const started = performance.now();
    const before = this.#purged;
    const busy: Extract<CdnAnswer, { kind: 'busy' }>[] = [];
    await inParallel([...this.#underWay], protocol.atOnce, async (batch) => {
      const what = batch.urls[0] === ALL ? 'all' : batch.urls;
      const answer = await askCdn(protocol, what, batch.id, send, signal);
      if (answer.kind === 'busy') return void busy.push(answer);
      this.#underWay = this.#underWay.filter((each) => each !== batch);
      if (answer.kind === 'done') this.#done(batch);
      else this.#refused(answer.reason);
    });
    const purged = this.#purged - before;
    if (purged > 0) this.#log.purged(purged, performance.now() - started);
    const [first] = busy;
    if (!first || signal.aborted) return 0;
    this.#log.failed(first.reason);
    const failed = purged > 0 ? 1 : failures + 1;
    const asked = Math.max(...busy.map(({ retryMs }) => retryMs));
    await this.#rest(Math.max(backoff(failed, times.retry), asked));
    return failed;
  }

  #done(batch: Batch): void {
    this.#purged += batch.urls.length;
    if (batch.urls[0] === ALL) this.#owesAll = false;
    if (!batch.again) return;
    this.#later.add(batch);
    this.#timers.after(this.#options.times.againMs, () => {
      this.#later.delete(batch);
      this.#add(batch.urls, false);
    });
  }

  /** These addresses are given up: sooner or later everything is purged instead. */
  #refused(reason: string): void {
    this.#log.refused(reason);
    if (!this.#owesAll) this.#keep([ALL]);
    this.#owesAll = true;
    if (this.#isDue) return;
    this.#isDue = true;
    this.#timers.after(this.#options.times.owedMs, () => {
      this.#isDue = false;
      if (this.#owesAll) this.#add([ALL]);
    });
  }

  #keep(urls: readonly string[]): void {
    this.#kept.add(urls).catch((error) => this.#log.unkept(error));
  }

  #unfinished(): string[] {
    const batches = [...this.#underWay, ...this.#later].flatMap(({ urls }) => urls);
    return [...new Set([...this.#waiting.keys(), ...batches, ...(this.#owesAll ? [ALL] : [])])];
  }

  #rest(ms: number): Promise<void> {
    const { signal } = this.#ended;
    return pause(ms, undefined, { signal }).catch(() => {});
  }
}
