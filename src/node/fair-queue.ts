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

interface QueueLimits {
  /** How much runs at once. */
  concurrency: number;
  /** How much may wait, for all keys together. */
  maxWaiting: number;
  /** How much may wait for one key. */
  maxWaitingPerKey: number;
}

/** How much of a queue runs and waits. */
export interface QueueLoad {
  running: number;
  waiting: number;
}

const named = new Map<string, FairQueue>();

/** What the queues of this process that have a name are at. */
export function queueLoads(): Record<string, QueueLoad> {
  const loads = [...named].map(([name, { running, size }]) => [name, { running, waiting: size }]);
  return Object.fromEntries(loads);
}

/** Thrown when the client that waited has gone away. */
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
}

/**
 * A bounded queue that serves its keys (client addresses) in turn: a client that sends much waits behind itself. When
 * it is full, the key that waits with the most gives up its last one for a key that waits with less.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** Keys in the order in which they are served next. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;
  #count = 0;

  /** @param name by which an operator knows it. */
  constructor(limits: QueueLimits, name?: string) {
    this.#limits = limits;
    if (name) named.set(name, this);
  }

  /** How much waits. */
  get size(): number {
    return this.#count;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Runs `work` when its turn comes. A client that goes away while waiting leaves the queue at once.
   * @throws Busy when there is no room to wait, Gone when the signal fires before the turn has come.
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(key, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * As `run`, for work that begins and ends in different places: gives what frees the place, to be called once.
   * @throws as `run`.
   */
  async enter(key: string, signal?: AbortSignal): Promise<() => void> {
    if (this.#running < this.#limits.concurrency) this.#running += 1;
    else await this.#turn(key, signal);
    return () => this.#next();
  }

  async #turn(key: string, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw new Gone();
    const mine = this.#waiting.get(key)?.length ?? 0;
    if (mine >= this.#limits.maxWaitingPerKey) throw new Busy();
    if (this.#count >= this.#limits.maxWaiting && !this.#makeRoom(mine)) throw new Busy();
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const turn = { start, refuse };
    const line = this.#waiting.get(key);
    if (line) line.push(turn);
    else this.#waiting.set(key, [turn]);
    this.#count += 1;
    const leave = () => this.#remove(key, turn);
    signal?.addEventListener('abort', leave);
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #remove(key: string, turn: Waiting): void {
    const line = this.#waiting.get(key) ?? [];
    const place = line.indexOf(turn);
    if (place < 0) return;
    line.splice(place, 1);
    if (line.length === 0) this.#waiting.delete(key);
    this.#count -= 1;
    turn.refuse(new Gone());
  }

  /** Hands the place of what has ended to the next key. */
  #next(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [key, line] = next;
    const turn = line.shift();
    this.#waiting.delete(key);
    if (line.length > 0) this.#waiting.set(key, line);
    this.#count -= 1;
    turn?.start();
  }

  #makeRoom(mine: number): boolean {
    const [longest] = [...this.#waiting].sort((a, b) => b[1].length - a[1].length);
    if (!longest || longest[1].length <= mine + 1) return false;
    longest[1].pop()?.refuse(new Busy());
    this.#count -= 1;
    return true;
  }
}
