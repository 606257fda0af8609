import type { RequestListener } from 'node:http';
import { paths } from '#config/paths.ts';
import type { ClientAddress } from './client-address.ts';

/** Wraps a handler: one JSON line for each answer, without what may carry tokens. */
export function accessLog(
  handle: RequestListener,
  log: (line: string) => void,
  addressOf: ClientAddress,
): RequestListener {
  return (request, response) => {
    const started = performance.now();
    // A socket that has closed no longer tells.
    const address = addressOf(request);
    response.on('close', () => {
      log(
        JSON.stringify({
          time: new Date().toISOString(),
          method: request.method,
          path: loggedPath(request.url ?? ''),
          status: response.statusCode,
          bytes: Number(response.getHeader('content-length') ?? 0),
          ms: Math.round((performance.now() - started) * 10) / 10,
          address,
          ...(!response.writableFinished && { aborted: true }),
        }),
      );
    });
    handle(request, response);
  };
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
