import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A re-entrant lock. PGlite has one session, and the driver sends BEGIN as plain text: without this, statements of
 * other requests would land inside an open transaction. Whoever holds it may call again; everybody else queues.
 */
export function createExclusive(): <T>(run: () => Promise<T>) => Promise<T> {
  const holding = new AsyncLocalStorage<{ open: boolean }>();
  let tail: Promise<unknown> = Promise.resolve();
  return (run) => {
    // `open` matters for work that outlives its holder without being awaited: it has to queue again.
    if (holding.getStore()?.open) return run();
    const turn = tail.then(() => {
      const mine = { open: true };
      return holding.run(mine, () => run().finally(() => (mine.open = false)));
    });
    tail = turn.catch(() => {});
    return turn;
  };
}
