import { request as send } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Target {
  origin: string;
  publishableKey: string;
}

interface Sent {
  status: number;
  body: string;
  ms: number;
}

interface Call {
  path: string;
  method?: string;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** The loopback address it comes from, so that one machine can be many clients. */
  from?: string;
  timeoutMs?: number;
}

/** @throws Error for any address but the loopback's: this is for one's own server. */
export function assertLoopback(origin: string): void {
  const { hostname } = new URL(origin);
  if (!/^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname))
    throw new Error(`${origin} is not on this computer: attacks go to the loopback only.`);
}

/** One request; status 0 when no answer came in time. Never throws. */
export function call(target: Target, { path, method = 'GET', ...options }: Call): Promise<Sent> {
  const started = performance.now();
  const { hostname, port } = new URL(target.origin);
  return new Promise((resolve) => {
    const end = (status: number, body = '') =>
      resolve({ status, body, ms: performance.now() - started });
    const request = send(
      {
        host: hostname,
        port,
        path,
        method,
        localAddress: options.from,
        agent: false,
        timeout: options.timeoutMs ?? 20_000,
        headers: {
          apikey: target.publishableKey,
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => end(answer.statusCode ?? 0, Buffer.concat(chunks).toString()));
        answer.on('error', () => end(0));
      },
    );
    const timer = setTimeout(() => request.destroy(), options.timeoutMs ?? 20_000);
    request.on('close', () => clearTimeout(timer));
    request.on('timeout', () => request.destroy());
    request.on('error', () => end(0));
    request.end(options.body);
  });
}

/** A connection that sends `text` and then nothing. */
export function typed(target: Target, text: string, from: string): Socket {
  const { hostname, port } = new URL(target.origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.on('error', () => {});
  socket.once('connect', () => socket.write(text));
  return socket;
}
