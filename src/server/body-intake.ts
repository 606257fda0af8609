import type { IncomingMessage } from 'node:http';
import { askForBody, awaitsContinue } from '#http/awaited-body.ts';

/** Why a body was not taken; the status says it to the client. */
export class BodyRefused extends Error {
  readonly status: 408 | 413 | 503;

  constructor(status: 408 | 413 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

export interface IntakeLimits {
  /** How many bodies may be under way from one sender, and from all. */
  perAddress: number;
  atOnce: number;
  /** What all of them may hold in memory. */
  totalBytes: number;
  /** How long a client may send nothing. */
  silentMs: number;
  /** A client that has had this long must have sent so much a second. */
  slowAfterMs: number;
  leastBytesPerSecond: number;
}

export const INTAKE_LIMITS: IntakeLimits = {
  perAddress: 96,
  atOnce: 1024,
  totalBytes: 128 * 2 ** 20,
  silentMs: 10_000,
  slowAfterMs: 20_000,
  leastBytesPerSecond: 1024,
};

const LOOK_EVERY_MS = 1000;
/** How long what is too large is read and dropped, so that the client hears the answer instead of a broken pipe. */
const LINGER_MS = 3000;

const TOO_MUCH = new BodyRefused(503, 'Too much is being uploaded at once.');
const TOO_LARGE = new BodyRefused(413, 'The request is too large.');
const TOO_SLOW = new BodyRefused(408, 'The request did not arrive in time.');

/**
 * Takes in the bodies of requests, whole, before anything is asked of the backend: a client that sends slowly, or never
 * to the end, holds nothing but itself. Where too many are under way, the one that has been silent longest goes; where
 * they hold too much memory, one of the sender who holds the most.
 */
export class BodyIntake {
  readonly #limits: IntakeLimits;
  readonly #underWay = new Set<IncomingBody>();
  /** By sender, none of them 0. */
  readonly #held = new Map<string, number>();
  #heldBytes = 0;

  constructor(limits: IntakeLimits = INTAKE_LIMITS) {
    this.#limits = limits;
    setInterval(() => this.#refuseSlow(), LOOK_EVERY_MS).unref();
  }

  /** @throws BodyRefused, or whatever ended the connection. */
  async receive(request: IncomingMessage, sender: string, largest: number): Promise<Buffer> {
    if (!hasBody(request)) return Buffer.alloc(0);
    // Nothing of it has been sent that would have to be dropped.
    if (awaitsContinue(request) && lengthOf(request) > largest) throw TOO_LARGE;
    askForBody(request);
    this.#makeRoom(sender);
    const body = new IncomingBody(request, sender, largest, {
      onBytes: (count) => {
        this.#count(sender, count);
        if (this.#heldBytes > this.#limits.totalBytes) this.#freeMemory();
      },
      onLeft: () => {
        if (this.#underWay.delete(body)) this.#count(sender, -body.bytes);
      },
    });
    this.#underWay.add(body);
    return body.read();
  }

  #count(sender: string, bytes: number): void {
    this.#heldBytes += bytes;
    const held = (this.#held.get(sender) ?? 0) + bytes;
    if (held > 0) this.#held.set(sender, held);
    else this.#held.delete(sender);
  }

  /** Who sends a little is never refused for what another client sends. */
  #freeMemory(): void {
    const [largest] = [...this.#held].toSorted((a, b) => b[1] - a[1]);
    stalest(this.#of(largest?.[0] ?? '').filter(({ bytes }) => bytes > 0))?.refuse(TOO_MUCH);
  }

  #of(sender: string): IncomingBody[] {
    return [...this.#underWay].filter((body) => body.sender === sender);
  }

  #refuseSlow(): void {
    const { slowAfterMs, leastBytesPerSecond, silentMs } = this.#limits;
    const now = performance.now();
    for (const body of this.#underWay) {
      const age = now - body.startedAt;
      const slow = age > slowAfterMs && (body.bytes * 1000) / age < leastBytesPerSecond;
      if (slow || now - body.lastByteAt > silentMs) body.refuse(TOO_SLOW);
    }
  }

  /** Ends those that have been silent longest until one more fits. */
  #makeRoom(sender: string): void {
    const own = this.#of(sender);
    if (own.length >= this.#limits.perAddress) stalest(own)?.refuse(TOO_SLOW);
    else if (this.#underWay.size >= this.#limits.atOnce)
      stalest([...this.#underWay])?.refuse(TOO_SLOW);
  }
}

function stalest(bodies: readonly IncomingBody[]): IncomingBody | undefined {
  return bodies.toSorted((a, b) => a.lastByteAt - b.lastByteAt)[0];
}

interface BodyWatcher {
  /** So many more bytes are held; makes room for them, by refusing this body if need be. */
  onBytes: (count: number) => void;
  /** It is held no more. */
  onLeft: () => void;
}

/** A body on its way. */
class IncomingBody {
  readonly sender: string;
  readonly startedAt = performance.now();
  lastByteAt = this.startedAt;
  bytes = 0;
  readonly #request: IncomingMessage;
  readonly #largest: number;
  readonly #watcher: BodyWatcher;
  readonly #whole = Promise.withResolvers<Buffer>();
  readonly #chunks: Buffer[] = [];

  constructor(request: IncomingMessage, sender: string, largest: number, watcher: BodyWatcher) {
    this.#request = request;
    this.sender = sender;
    this.#largest = largest;
    this.#watcher = watcher;
  }

  read(): Promise<Buffer> {
    this.#request.on('data', this.#take).on('end', this.#finish);
    this.#request.on('error', this.refuse).on('close', this.#cut);
    if (lengthOf(this.#request) > this.#largest) this.#linger();
    return this.#whole.promise;
  }

  readonly refuse = (error: Error): void => {
    this.#leave();
    this.#chunks.length = 0;
    // Otherwise the socket stays full of what nobody reads, and the answer is lost with it.
    this.#request.on('error', () => {}).resume();
    this.#whole.reject(error);
  };

  readonly #take = (chunk: Buffer): void => {
    this.lastByteAt = performance.now();
    this.bytes += chunk.length;
    this.#chunks.push(chunk);
    this.#watcher.onBytes(chunk.length);
    if (this.bytes > this.#largest) this.#linger();
  };

  readonly #finish = (): void => {
    this.#leave();
    this.#whole.resolve(Buffer.concat(this.#chunks));
  };

  readonly #cut = (): void => this.refuse(new Error('The client went away.'));

  /** Drops what is too large for a while, then refuses it. */
  #linger(): void {
    this.#leave();
    this.#chunks.length = 0;
    const end = () => {
      clearTimeout(timer);
      this.#whole.reject(TOO_LARGE);
    };
    const timer = setTimeout(end, LINGER_MS);
    this.#request.once('end', end).once('close', end).on('error', end).resume();
  }

  #leave(): void {
    this.#watcher.onLeft();
    this.#request.off('data', this.#take).off('end', this.#finish);
    this.#request.off('error', this.refuse).off('close', this.#cut);
  }
}

const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;
}
