import type { RequestListener } from 'node:http';

/** Wraps a handler: one JSON line for each answer, without query strings, which may carry tokens. */
export function accessLog(handle: RequestListener, log: (line: string) => void): RequestListener {
  return (request, response) => {
    const started = performance.now();
    response.on('close', () => {
      log(
        JSON.stringify({
          time: new Date().toISOString(),
          method: request.method,
          path: request.url?.split('?')[0],
          status: response.statusCode,
          bytes: Number(response.getHeader('content-length') ?? 0),
          ms: Math.round((performance.now() - started) * 10) / 10,
          address: request.socket.remoteAddress,
          ...(!response.writableFinished && { aborted: true }),
        }),
      );
    });
    handle(request, response);
  };
}
