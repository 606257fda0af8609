import { messageOf } from '#node/errors.ts';
import type { About, Log } from '#node/log.ts';

const MOST_KEPT = 20;

/** Tells of purges: people once, programs each time. */
export class CdnLog {
  readonly #name: string;
  readonly #log: Log;
  readonly #waiting: () => number;
  #isAway = false;
  readonly #told = new Set<string>();

  /** @param name what the CDN is called. */
  constructor(name: string, log: Log, waiting: () => number) {
    this.#name = name;
    this.#log = log;
    this.#waiting = waiting;
  }

  purged(purged: number, ms: number): void {
    if (this.#isAway) this.#tell(`${this.#name} purges again.`, { event: 'cdn.back' });
    this.#isAway = false;
    this.#tell('', { event: 'cdn.purged', purged, ms: Math.round(ms) });
  }

  failed(reason: string): void {
    const line = `${this.#name} does not purge now, and is asked again: ${reason}`;
    this.#tell(this.#isAway ? '' : line, { event: 'cdn.waits', level: 'warn' });
    this.#isAway = true;
  }

  refused(reason: string): void {
    const line = `${this.#name} refuses to purge, so pages there may be old: ${reason}`;
    this.#tell(this.#told.has(line) ? '' : line, { event: 'cdn.refused', level: 'error' });
    if (this.#told.size < MOST_KEPT) this.#told.add(line);
  }

  old(url: string): void {
    const line = `${this.#name} shows an old page however often it is purged: ${url}`;
    this.#tell(line, { event: 'cdn.old', level: 'warn' });
  }

  unkept(error: unknown): void {
    const line = `What is to be purged cannot be kept for the next start: ${messageOf(error)}`;
    this.#tell(line, { event: 'cdn.unkept', level: 'warn' });
  }

  #tell(line: string, about: About): void {
    this.#log(line, { ...about, waiting: this.#waiting() });
  }
}
