import type { IncomingMessage, RequestListener } from 'node:http';
import { paths } from '#config/paths.ts';
import { REQUEST_ID } from '#http/request-id.ts';
import type { ClientAddress } from './client-address.ts';
import type { QuickLog } from './quick-answers.ts';

/** One answer of the server, without what may carry tokens. */
export interface Answered {
  method: string | undefined;
  path: string;
  status: number;
  /** With its head, as it went over the wire. */
  bytes: number;
  ms: number;
  address: string;
  /** The id of its request. */
  request?: string;
  aborted?: true;
}

/** Who wants to hear of each answer: nobody, unless a program watches. */
export type Listeners = ReadonlySet<(answer: Answered) => void>;

/** Wraps a handler: tells of each answer. */
export function accessLog(
  handle: RequestListener,
  listeners: Listeners,
  addressOf: ClientAddress,
): RequestListener {
  return (request, response) => {
    if (listeners.size > 0) {
      const tell = begin(request, listeners, addressOf);
      response.on('close', () => {
        // What the handler understood, which may be other than what came.
        const { url } = request;
        tell({ url, status: response.statusCode, aborted: !response.writableFinished });
      });
    }
    handle(request, response);
  };
}

/** The same for answers that go past Node's HTTP. */
export function quickLog(listeners: Listeners, addressOf: ClientAddress): QuickLog {
  return ({ path: url, forwardedFor, requestId }, { body }, socket) => {
    if (listeners.size === 0) return undefined;
    const headers = { 'x-forwarded-for': forwardedFor, [REQUEST_ID]: requestId };
    const tell = begin({ method: 'GET', socket, headers }, listeners, addressOf);
    return (error) => tell({ url, status: body ? 200 : 304, aborted: Boolean(error) });
  };
}

interface Ended {
  url: string | undefined;
  status: number;
  aborted: boolean;
}

function begin(
  request: Pick<IncomingMessage, 'method' | 'socket' | 'headers'>,
  listeners: Listeners,
  addressOf: ClientAddress,
): (answer: Ended) => void {
  const started = performance.now();
  const { socket, method, headers } = request;
  const before = socket.bytesWritten;
  // A socket that has closed no longer tells.
  const address = addressOf(request);
  const id = headers[REQUEST_ID];
  return ({ url, status, aborted }) => {
    const answer: Answered = {
      method,
      path: loggedPath(url ?? ''),
      status,
      bytes: socket.bytesWritten - before,
      ms: Math.round((performance.now() - started) * 10) / 10,
      address,
      ...(typeof id === 'string' && { request: id }),
      ...(aborted && { aborted }),
    };
    for (const tell of listeners) tell(answer);
  };
}

/**
 * Without the query, also where a mail program has encoded its mark, without the origin of a proxy's request, and
 * without the token of a link that ends mails, in whichever way its address was written.
 */
export function loggedPath(url: string): string {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').split(/[?#;]|%3f|%23|%3b/i)[0] ?? '';
  return ENDS_MAILS.test(readable(path)) ? `${paths.unsubscribe}/-` : path;
}
const ENDS_MAILS = new RegExp(`${paths.unsubscribe}[/\\\\]`, 'i');

function readable(path: string): string {
  return path.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
}
