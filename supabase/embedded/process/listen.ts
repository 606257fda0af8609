import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { takeTurns } from '#http/request-turns.ts';
import { codeOf, sentence } from '#node/errors.ts';
import { StartupError } from '../base/errors.ts';
import type { Handler } from '../gateway/index.ts';

/**
 * Serves on the loopback interface only: the outside comes through the front process.
 * @throws StartupError when the port is taken.
 */
export async function listen(handler: Handler, port: number) {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const peer = incoming.socket?.remoteAddress ?? 'unknown';
      const leaving = new AbortController();
      outgoing.once('close', () => outgoing.writableFinished || leaving.abort());
      const { signal } = leaving;
      const response = await handler({ request, peer, target: incoming.url ?? '/', signal });
      // A body that is not read to its end costs the connection: nobody is to send the next request over it.
      if (!incoming.complete) response.headers.set('connection', 'close');
      return response;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(listener);
  // The front brings everybody, each over a connection that has nothing else under way.
  takeTurns(server, () => true);
  // Longer than the front process keeps idle connections, so that it never writes into one that is closing.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${actual}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 2000).unref();
      }),
  };
}

function explain(error: Error, port: number): StartupError {
  return codeOf(error) === 'EADDRINUSE'
    ? new StartupError(
        `Port ${port} is already in use, so the backend cannot listen on it. Stop what uses it or choose another port.`,
      )
    : new StartupError(`The backend cannot listen on port ${port}: ${sentence(error)}.`);
}
