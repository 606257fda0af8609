import type { IncomingMessage, ServerResponse } from 'node:http';

interface RelayLimits {
  /** What one answer may hold in memory while its client does not read; the backend is then made to wait. */
  unreadBytes: number;
  /** What all of them may hold; beyond that the largest goes. */
  totalBytes: number;
}

const RELAY_LIMITS: RelayLimits = {
  unreadBytes: 24 * 2 ** 20,
  totalBytes: 96 * 2 ** 20,
};

/**
 * Passes answers on as they come. What a client does not read yet waits in memory, not in a connection to the backend,
 * so that slow readers keep nobody else waiting.
 */
export function answerRelay(limits: RelayLimits = RELAY_LIMITS) {
  const underWay = new Set<ServerResponse>();

  const makeRoom = () => {
    let total = 0;
    let largest: ServerResponse | undefined;
    for (const response of underWay) {
      total += response.writableLength;
      if (!largest || response.writableLength > largest.writableLength) largest = response;
    }
    if (total > limits.totalBytes) largest?.destroy();
  };

  return (answer: IncomingMessage, response: ServerResponse): void => {
    underWay.add(response);
    response.on('close', () => underWay.delete(response));
    answer.on('data', (chunk: Buffer) => {
      if (response.write(chunk)) return;
      makeRoom();
      if (response.writableLength <= limits.unreadBytes) return;
      answer.pause();
      response.once('drain', () => answer.resume());
    });
    answer.on('end', () => response.end());
    answer.on('error', () => response.destroy());
    // The backend ended in the middle: what the client has is not all.
    answer.on('close', () => answer.complete || response.destroy());
  };
}
