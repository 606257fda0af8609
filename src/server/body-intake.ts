import type { IncomingMessage } from 'node:http';

/** Why a body was not taken; the status says it to the client. */
export class BodyRefused extends Error {
  readonly status: 408 | 413 | 503;

  constructor(status: 408 | 413 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

export interface IntakeLimits {
  /** How many bodies may be under way from one address, and from all. */
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

interface Body {
  address: string;
  bytes: number;
  startedAt: number;
  lastByteAt: number;
  refuse(error: BodyRefused): void;
}

const LOOK_EVERY_MS = 1000;
/** How long what is too large is read and dropped, so that the client hears the answer instead of a broken pipe. */
const LINGER_MS = 3000;

/**
 * Takes in the bodies of requests, whole, before anything is asked of the backend: a client that sends slowly, or never
 * to the end, holds nothing but itself. Where too many are under way, the one that has been silent longest goes.
 */
export function bodyIntake(limits: IntakeLimits = INTAKE_LIMITS) {
  const underWay = new Set<Body>();
  let held = 0;

  const tooSlow = new BodyRefused(408, 'The request did not arrive in time.');
  const look = () => {
    const now = performance.now();
    for (const body of underWay) {
      const age = now - body.startedAt;
      const slow =
        age > limits.slowAfterMs && (body.bytes * 1000) / age < limits.leastBytesPerSecond;
      if (slow || now - body.lastByteAt > limits.silentMs) body.refuse(tooSlow);
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();

  /** Ends those that have been silent longest until one more fits. */
  const makeRoom = (address: string) => {
    const own = [...underWay].filter((body) => body.address === address);
    if (own.length >= limits.perAddress) stalest(own)?.refuse(tooSlow);
    else if (underWay.size >= limits.atOnce) stalest([...underWay])?.refuse(tooSlow);
  };
  const stalest = (bodies: Body[]): Body | undefined =>
    bodies.reduce<Body | undefined>(
      (oldest, body) => (oldest && oldest.lastByteAt <= body.lastByteAt ? oldest : body),
      undefined,
    );

  /** @throws BodyRefused, or whatever ended the connection. */
  function receive(request: IncomingMessage, address: string, largest: number): Promise<Buffer> {
    if (!hasBody(request)) return Promise.resolve(Buffer.alloc(0));
    makeRoom(address);
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const now = performance.now();
      const body: Body = { address, bytes: 0, startedAt: now, lastByteAt: now, refuse: fail };
      underWay.add(body);

      function done() {
        underWay.delete(body);
        held -= body.bytes;
        request.off('data', take).off('end', finish).off('error', fail).off('close', cut);
      }
      function finish() {
        done();
        resolve(Buffer.concat(chunks));
      }
      function fail(error: Error) {
        done();
        chunks.length = 0;
        // Otherwise the socket stays full of what nobody reads, and the answer is lost with it.
        request.on('error', () => {}).resume();
        reject(error);
      }
      function cut() {
        fail(new Error('The client went away.'));
      }
      function take(chunk: Buffer) {
        body.lastByteAt = performance.now();
        body.bytes += chunk.length;
        held += chunk.length;
        chunks.push(chunk);
        if (body.bytes > largest) linger();
        else if (held > limits.totalBytes)
          fail(new BodyRefused(503, 'Too much is being uploaded at once.'));
      }
      function linger() {
        const refused = new BodyRefused(413, 'The request is too large.');
        done();
        chunks.length = 0;
        const end = setTimeout(() => reject(refused), LINGER_MS);
        const stop = () => {
          clearTimeout(end);
          reject(refused);
        };
        request.once('end', stop).once('close', stop).on('error', stop).resume();
      }

      request.on('data', take).on('end', finish).on('error', fail).on('close', cut);
      if (Number(request.headers['content-length'] ?? 0) > largest) linger();
    });
  }

  return { receive, stop: () => clearInterval(timer), underWay: () => underWay.size };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
