/** Thrown when a queue is full: the caller should come back later. */
export class Busy extends Error {
  override readonly name = 'Busy';
  /** In seconds. */
  readonly retryAfter: number;

  constructor(retryAfter = 2) {
    super('Too much is waiting already.');
    this.retryAfter = retryAfter;
  }
}

export interface QueueLimits {
  /** How much runs at once. */
  concurrency: number;
  /** How much may wait, for all keys together. */
  maxWaiting: number;
  /** How much may wait for one key. */
  maxWaitingPerKey: number;
}

/** Thrown when whoever waited has gone away. */
export class Gone extends Error {
  override readonly name = 'Gone';
  readonly retryAfter = 1;

  constructor() {
    super('The client has gone away.');
  }
}

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
  signal: AbortSignal | undefined;
}

/**
 * A bounded queue that serves its keys (client addresses) in turn: whoever sends much waits behind himself. When it is
 * full, the key that waits with the most gives up its last one for a key that waits with less.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Keys in the order in which they are served next. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;
  #count = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** How much waits. */
  get size(): number {
    return this.#count;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Runs `work` when its turn comes, unless the signal has fired by then.
   * @throws Busy when there is no room to wait, Gone when the signal has fired.
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#running < this.#limits.concurrency) this.#running += 1;
    else await this.#turn(key, signal);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #turn(key: string, signal?: AbortSignal): Promise<void> {
    const mine = this.#waiting.get(key)?.length ?? 0;
    if (mine >= this.#limits.maxWaitingPerKey) return Promise.reject(new Busy());
    if (this.#count >= this.#limits.maxWaiting && !this.#makeRoom(mine))
      return Promise.reject(new Busy());
    return new Promise((start, refuse) => {
      const line = this.#waiting.get(key);
      if (line) line.push({ start, refuse, signal });
      else this.#waiting.set(key, [{ start, refuse, signal }]);
      this.#count += 1;
    });
  }

  /** Hands the place of what has ended to the next key. */
  #next(): void {
    for (const [key, line] of this.#waiting) {
      const turn = line.shift();
      this.#waiting.delete(key);
      if (line.length > 0) this.#waiting.set(key, line);
      this.#count -= 1;
      if (turn?.signal?.aborted) turn.refuse(new Gone());
      else {
        turn?.start();
        return;
      }
    }
    this.#running -= 1;
  }

  #makeRoom(mine: number): boolean {
    const [longest] = [...this.#waiting].sort((a, b) => b[1].length - a[1].length);
    if (!longest || longest[1].length <= mine + 1) return false;
    longest[1].pop()?.refuse(new Busy());
    this.#count -= 1;
    return true;
  }
}
