import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { HEAD_MS, KEEP_ALIVE_MS, SILENT_MS } from './connections.ts';
import { type PlainRequest, readPlainRequest } from './plain-request.ts';

/** An answer as it goes over the wire. */
export interface KeptAnswer {
  head: Buffer;
  body: Buffer | null;
}

/** Begins the log of an answer; gives what is called, if anything, when the client's system has all of it, or never will. */
export type QuickLog = (
  request: PlainRequest,
  answer: KeptAnswer,
  socket: Socket,
) => ((error?: Error | null) => void) | undefined;

/** The connections that were not handed on to Node's HTTP, which knows nothing of them. */
export interface QuickConnections {
  /** Ends each once its client has what was sent. */
  endAll(): void;
  destroyAll(): void;
}

/** Larger heads are rare, and left to Node, which also knows how large one may be. */
const MAX_HEAD_BYTES = 8192;
/** Node's bounds. It closes a connection a little later than it says, so that no request crosses the close. */
const TIMES = { firstMs: HEAD_MS, betweenMs: KEEP_ALIVE_MS + 1000, unreadMs: SILENT_MS };
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Answers plain requests from memory before Node's HTTP is asked, which takes a third of the time: no parser, no
 * request, no response, no headers put together. The first request of a connection for which `answer` has nothing is
 * handed to Node with the whole connection, and stays there. Call before the server has other listeners.
 */
export function answerQuickly(
  server: Server,
  answer: (request: PlainRequest) => KeptAnswer | null,
  log?: QuickLog,
  times = TIMES,
): QuickConnections {
  const open = new Set<Socket>();
  const [toNode, ...others] = server.listeners('connection') as ((socket: Socket) => void)[];
  // A Node that takes connections in another way is only slower.
  if (!toNode || others.length > 0) return { endAll: () => {}, destroyAll: () => {} };
  server.off('connection', toNode);

  server.on('connection', (socket: Socket) => {
    let answered = false;
    const take = (chunk: Buffer) => {
      const request =
        chunk.length <= MAX_HEAD_BYTES ? readPlainRequest(chunk.toString('latin1')) : null;
      const found = request && answer(request);
      if (!found) return handOn(chunk);
      send(socket, found, log?.(request, found, socket));
      if (socket.writableNeedDrain) {
        // Nothing more is read from who does not read.
        socket.pause();
        socket.setTimeout(times.unreadMs);
      } else if (!answered) socket.setTimeout(times.betweenMs);
      answered = true;
    };
    const drained = () => {
      socket.setTimeout(times.betweenMs);
      socket.resume();
    };
    const timedOut = () => {
      if (answered) socket.destroy();
      else {
        socket.write(TIMED_OUT);
        socket.destroySoon();
      }
    };
    const ended = () => socket.end();
    const failed = () => socket.destroy();
    const closed = () => open.delete(socket);
    const handOn = (chunk: Buffer) => {
      open.delete(socket);
      socket.off('data', take).off('drain', drained).off('timeout', timedOut);
      socket.off('end', ended).off('error', failed).off('close', closed);
      socket.setTimeout(0);
      toNode.call(server, socket);
      socket.emit('data', chunk);
    };

    open.add(socket);
    socket.setTimeout(times.firstMs);
    socket.on('data', take).on('drain', drained).on('timeout', timedOut);
    socket.on('end', ended).on('error', failed).on('close', closed);
  });
  return {
    endAll: () => {
      for (const socket of open) socket.destroySoon();
    },
    destroyAll: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

function send(socket: Socket, { head, body }: KeptAnswer, sent?: ReturnType<QuickLog>): void {
  if (!body) return void socket.write(head, sent);
  // Both in one call to the system.
  socket.cork();
  socket.write(head);
  socket.write(body, sent);
  socket.uncork();
}
