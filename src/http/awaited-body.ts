import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Clients that asked with `Expect: 100-continue` whether to send, and have no answer yet. */
const waiting = new WeakMap<IncomingMessage, { response: ServerResponse; keepAlive: boolean }>();

/**
 * Says "100 Continue" only when the handler begins to read: what is refused by its head is refused before its body has
 * left. Such an answer ends the connection, on which nobody would know whether a body follows.
 */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, { response, keepAlive: response.shouldKeepAlive });
    response.shouldKeepAlive = false;
    server.emit('request', request, response);
  });
}

/** Whether a request's sender waits with its body. */
export const awaitsContinue = (request: IncomingMessage): boolean => waiting.has(request);

/** Lets the sender of a request send its body, if it waits for that. */
export function askForBody(request: IncomingMessage): void {
  const asked = waiting.get(request);
  if (!asked) return;
  waiting.delete(request);
  asked.response.shouldKeepAlive = asked.keepAlive;
  asked.response.writeContinue();
}
