import type { IncomingMessage, RequestListener } from 'node:http';
import { paths } from '#config/paths.ts';
import type { ClientAddress } from './client-address.ts';
import type { QuickLog } from './quick-answers.ts';

type Log = (line: string) => void;

/** Wraps a handler: one JSON line for each answer, without what may carry tokens. */
export function accessLog(
  handle: RequestListener,
  log: Log,
  addressOf: ClientAddress,
): RequestListener {
  return (request, response) => {
    const line = begin(request, log, addressOf);
    response.on('close', () => {
      // What the handler understood, which may be other than what came.
      const { url } = request;
      line({ url, status: response.statusCode, aborted: !response.writableFinished });
    });
    handle(request, response);
  };
}

/** The same line for answers that go past Node's HTTP. */
export function quickLog(log: Log, addressOf: ClientAddress): QuickLog {
  return ({ path: url, forwardedFor }, { body }, socket) => {
    const headers = { 'x-forwarded-for': forwardedFor };
    const line = begin({ method: 'GET', socket, headers }, log, addressOf);
    return (error) => line({ url, status: body ? 200 : 304, aborted: Boolean(error) });
  };
}

interface Ended {
  url: string | undefined;
  status: number;
  aborted: boolean;
}

function begin(
  request: Pick<IncomingMessage, 'method' | 'socket' | 'headers'>,
  log: Log,
  addressOf: ClientAddress,
): (answer: Ended) => void {
  const started = performance.now();
  const { socket } = request;
  const before = socket.bytesWritten;
  // A socket that has closed no longer tells.
  const address = addressOf(request);
  return ({ url, status, aborted }) =>
    log(
      JSON.stringify({
        time: new Date().toISOString(),
        method: request.method,
        path: loggedPath(url ?? ''),
        status,
        // With its head, as it went over the wire.
        bytes: socket.bytesWritten - before,
        ms: Math.round((performance.now() - started) * 10) / 10,
        address,
        ...(aborted && { aborted }),
      }),
    );
}

/**
 * Without the query, also where a mail program has encoded its mark, without the origin of a proxy's request, and
 * without the token of a link that ends mails, in whichever way its address was written.
 */
function loggedPath(url: string): string {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').split(/[?#;]|%3f|%23|%3b/i)[0] ?? '';
  return ENDS_MAILS.test(readable(path)) ? `${paths.unsubscribe}/-` : path;
}
const ENDS_MAILS = new RegExp(`${paths.unsubscribe}[/\\\\]`, 'i');

function readable(path: string): string {
  return path.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
}
