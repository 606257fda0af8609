import type { RequestListener } from 'node:http';
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

/** Without the query, also where a mail program has encoded its mark, and without the origin of a proxy's request. */
function loggedPath(url: string): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').split(/[?#;]|%3f|%23|%3b/i)[0] ?? '';
}
