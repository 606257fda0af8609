import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '#node/backoff.ts';
import { inParallel } from '#node/concurrency.ts';
import type { Log } from '#node/log.ts';
import { Timers } from '#node/timers.ts';
import { askCdn, type CdnAnswer } from './ask.ts';
import { CdnLog } from './cdn-log.ts';
import { ALL, KeptPurges } from './kept-purges.ts';
import { lookInCdn, type Shown } from './look.ts';
import type { CdnProtocol } from './protocol.ts';
import { type CHECK_TIMES, PurgeChecks } from './purge-checks.ts';
import { type Send, send } from './send.ts';
import { isSeen } from './urls-of.ts';

/** Beyond so many, everything is purged instead. */
const MOST_WAITING = 10_000;

const TIMES = {
  /** Pages of one change leave in one call. */
  collectMs: 20,
  /** After a failure, at first and at most. */
  retry: { firstMs: 500, mostMs: 10_000 },
  /** What was refused is made up for by purging everything, tried as often as this. */
  owedMs: 5 * 60_000,
};

interface QueueOptions {
  protocol: CdnProtocol;
  file: string;
  log: Log;
  /** What an address should show. */
  shown: (url: string) => Promise<Shown>;
  /** The addresses that a cache has most often, for a look after a purge of everything. */
  often: () => Promise<readonly string[]>;
  send?: Send;
  times?: typeof TIMES;
  checkTimes?: typeof CHECK_TIMES;
}

/** Addresses of one call; `id` is the same for each try. */
interface Batch {
  id: string;
  urls: string[];
}

/** Purges until it has worked and the CDN shows what it should, also what an earlier process has left. */
export class PurgeQueue {
  readonly #options: QueueOptions & { send: Send; times: typeof TIMES };
  readonly #kept: KeptPurges;
  readonly #timers = new Timers();
  readonly #ended = new AbortController();
  /** Addresses, or `ALL`. */
  readonly #waiting = new Set<string>();
  #underWay: Batch[] = [];
  readonly #checks: PurgeChecks;
  /** Something was refused; `#isDue` where a time is set for making up for it. */
  #owesAll = false;
  #isDue = false;
  #running: Promise<void> | null = null;
  readonly #log: CdnLog;

  constructor(options: QueueOptions) {
    this.#options = { send, times: TIMES, ...options };
    this.#kept = new KeptPurges(options.file, () => this.#unfinished());
    this.#log = new CdnLog(options.protocol.name, options.log, () => this.waiting);
    const { protocol, shown, send: sending, checkTimes } = this.#options;
    const ended = this.#ended.signal;
    this.#checks = new PurgeChecks({
      look: async (url) => lookInCdn(url, await shown(url), protocol, sending, ended),
      onOld: (url) => this.#add([url]),
      onGivenUp: (url) => this.#log.old(url),
      onSettled: () => void this.#tidy(),
      ended,
      ...(checkTimes && { times: checkTimes }),
    });
  }

  /** Takes up what an earlier process has left. */
  async open(): Promise<void> {
    const left = await this.#kept.load();
    if (left.length > 0) this.#add(left);
  }

  /** Tries until it has worked, also after a new start. */
  purge(urls: readonly string[]): void {
    if (urls.length === 0) return;
    this.#keep(urls);
    this.#checks.forget(urls);
    this.#add(urls);
  }

  /** Looks whether the CDN shows these as they are, and purges what it does not. */
  check(urls: readonly string[]): void {
    if (urls.length === 0) return;
    this.#keep(urls);
    if (urls.length > MOST_WAITING) this.#add(urls);
    else this.#checks.add(urls.filter(isSeen));
  }

  purgeAll(): void {
    this.purge([ALL]);
  }

  /** Resolves when nothing waits, and all that was purged was seen to be new. */
  async settled(): Promise<void> {
    for (let running = this.#busy; running; running = this.#busy) await running;
  }

  get #busy(): Promise<void> | null {
    return this.#running ?? this.#checks.running;
  }

  /** How many addresses are not purged yet. */
  get waiting(): number {
    return this.#underWay.reduce((sum, { urls }) => sum + urls.length, this.#waiting.size);
  }

  /** What is not purged yet is in the file for the next start. */
  async stop(): Promise<void> {
    this.#timers.end();
    this.#ended.abort();
    await this.settled();
    await this.#tidy();
  }

  #add(urls: readonly string[]): void {
    for (const url of urls) this.#waiting.add(url);
    if (this.#waiting.has(ALL) || this.#waiting.size > MOST_WAITING) {
      this.#waiting.clear();
      this.#waiting.add(ALL);
    }
    if (this.#ended.signal.aborted) return;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    const { protocol, times } = this.#options;
    for (let failures = 0; this.waiting > 0 && !signal.aborted; ) {
      await this.#rest(times.collectMs);
      if (signal.aborted) break;
      // What fails alone holds up no other.
      if (this.#waiting.has(ALL)) this.#underWay = this.#take();
      else if (this.#underWay.length <= protocol.atOnce) this.#underWay.push(...this.#take());
      failures = await this.#round(failures);
      if (this.waiting === 0) await this.#tidy();
    }
    // In the same moment as the last look at what waits.
    this.#running = null;
  }

  #take(): Batch[] {
    const { most, atOnce } = this.#options.protocol;
    const urls = [...this.#waiting].slice(0, most * atOnce);
    const batches: Batch[] = [];
    for (let at = 0; at < urls.length; at += most)
      batches.push({ id: randomUUID(), urls: urls.slice(at, at + most) });
    for (const url of urls) this.#waiting.delete(url);
    return batches;
  }

  /** Tries what is under way once, and rests where some of it is left; gives how often nothing has worked by now. */
  async #round(failures: number): Promise<number> {
    const { protocol, send, times } = this.#options;
    const { signal } = this.#ended;
    const started = performance.now();
    let purged = 0;
    const busy: Extract<CdnAnswer, { kind: 'busy' }>[] = [];
    await inParallel([...this.#underWay], protocol.atOnce, async (batch) => {
      const what = batch.urls[0] === ALL ? 'all' : batch.urls;
      const answer = await askCdn(protocol, what, batch.id, send, signal);
      if (answer.kind === 'busy') return void busy.push(answer);
      this.#underWay = this.#underWay.filter((each) => each !== batch);
      if (answer.kind === 'refused') return this.#refused(answer.reason);
      purged += batch.urls.length;
      await this.#done(batch);
    });
    if (purged > 0) this.#log.purged(purged, performance.now() - started);
    const [first] = busy;
    if (!first || signal.aborted) return 0;
    this.#log.failed(first.reason);
    const failed = purged > 0 ? 1 : failures + 1;
    const asked = Math.max(...busy.map(({ retryMs }) => retryMs));
    await this.#rest(Math.max(backoff(failed, times.retry), asked));
    return failed;
  }

  async #done({ urls }: Batch): Promise<void> {
    const isAll = urls[0] === ALL;
    if (isAll) this.#owesAll = false;
    this.#checks.add((isAll ? await this.#options.often() : urls).filter(isSeen));
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
    const batches = this.#underWay.flatMap(({ urls }) => urls);
    const owed = this.#owesAll ? [ALL] : [];
    return [...new Set([...this.#waiting, ...batches, ...this.#checks.urls, ...owed])];
  }

  #tidy(): Promise<void> {
    return this.#kept.tidy().catch((error) => this.#log.unkept(error));
  }

  #rest(ms: number): Promise<void> {
    const { signal } = this.#ended;
    return pause(ms, undefined, { signal }).catch(() => {});
  }
}
