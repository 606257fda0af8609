import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readBuckets } from '#config/process/bucket-settings.ts';
import type { BucketSettings } from '#node/bucket-requests.ts';
import { forkChild } from '#node/child-process.ts';
import { serialQueue } from '#node/concurrency.ts';

/*
 * A server of S3's protocol from npm, so that `npm ci` is all that tests need: @20minutes/s3rver 4.0.4 (July 2026; 5.0.0 needs Node 24),
 * the fork of s3rver that is kept; s3rver itself ends at 3.7.1. It checks signatures of version 4, pages its
 * lists, and keeps objects in a folder. Not taken: fauxqs (takes any signature, brings the whole AWS SDK), moto's server
 * (Python), MinIO, Garage, versitygw and `rclone serve s3` (programs that npm does not have; Debian's rclone is too old).
 *
 * What it does not do is done by the proxy in front of it, through which all requests go: refuses those without a
 * signature where a bucket is private, compares a body with its digest, and takes one request at a time, because
 * s3rver writes its files in place. The proxy makes the faults, too.
 */

interface Faults {
  /** The next n requests are answered 503 SlowDown. */
  slowDown(n: number): void;
  /** The next n requests are done, but their answers are lost. */
  loseAnswers(n: number): void;
  /** Nobody gets a connection until `heal`. */
  cut(): void;
  /** Nobody gets an answer until `heal`. */
  hang(): void;
  /** The key ends, until `heal`. */
  endCredential(): void;
  /** Everybody may read every bucket, until `heal`. */
  open(): void;
  heal(): void;
}

export interface S3Server {
  endpoint: string;
  /** The settings of both buckets, as a process reads them. */
  env: Record<string, string>;
  site: BucketSettings;
  storage: BucketSettings;
  faults: Faults;
  /** What was asked so far, as in `PUT /muro-site/index.html`. */
  asked: string[];
  stop(): Promise<void>;
}

/** Of s3rver; it knows no other. */
const KEY = 'S3RVER';
const SITE = 'muro-site';
const STORAGE = 'muro-uploads';

/** Starts one with an empty bucket for pages, which everybody may read, and an empty private one for uploads. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'muro-s3-'));
  const child = forkChild<object, object, object, number>({
    name: 's3rver',
    script: new URL('s3-server.ts', import.meta.url),
    // It draws the tokens of its lists with DES.
    execArgv: ['--openssl-legacy-provider'],
  });
  const port = await child.ask({ directory, buckets: [SITE, STORAGE] });
  const none = { slow: 0, lost: 0, cut: false, hangs: false, ended: false, open: false };
  let state = none;
  const set = (change: Partial<typeof none>) => {
    state = { ...state, ...change };
  };
  const asked: string[] = [];
  const inTurn = serialQueue();

  const proxy = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const drop = () => void incoming.socket.destroy();
    if (state.cut) return drop();
    const body = await buffer(incoming).catch(() => null);
    if (!body || state.cut) return drop();
    asked.push(`${method} ${url}`);
    if (state.hangs) return;
    if (state.slow > 0) {
      set({ slow: state.slow - 1 });
      return refuse(response, 503, 'SlowDown');
    }
    if (state.ended) return refuse(response, 403, 'ExpiredToken');
    const isRead = method === 'GET' || method === 'HEAD';
    const isOpen = isRead && (state.open || url.startsWith(`/${SITE}/`));
    if (!headers.authorization && !isOpen) return refuse(response, 403, 'AccessDenied');
    const digest = createHash('sha256').update(body).digest('hex');
    if (headers.authorization && headers['x-amz-content-sha256'] !== digest)
      return refuse(response, 400, 'XAmzContentSHA256Mismatch');
    const answer = await inTurn(() => passOn(port, incoming, body)).catch(() => null);
    if (!answer || state.cut || state.lost > 0) {
      set({ lost: Math.max(0, state.lost - 1) });
      return drop();
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const env = {
    SITE_BUCKET: SITE,
    STORAGE_BUCKET: STORAGE,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: KEY,
    S3_SECRET_ACCESS_KEY: KEY,
  };
  const { site, storage } = readBuckets(env);
  if (!site || !storage) throw new Error('The settings name no buckets.');
  return {
    endpoint,
    env,
    site,
    storage,
    asked,
    faults: {
      slowDown: (n) => set({ slow: n }),
      loseAnswers: (n) => set({ lost: n }),
      cut: () => {
        set({ cut: true });
        proxy.closeAllConnections();
      },
      hang: () => set({ hangs: true }),
      endCredential: () => set({ ended: true }),
      open: () => set({ open: true }),
      heal: () => set(none),
    },
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await child.stop({}, 2000);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

interface Passed {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

function passOn(port: number, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<Passed>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path: url, headers };
    const sent = request(options, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      buffer(answer).then((body) => resolve({ status, headers, body }), reject);
    });
    sent.on('error', reject).end(body);
  });
}
