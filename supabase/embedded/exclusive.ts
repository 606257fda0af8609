import { AsyncLocalStorage } from 'node:async_hooks';

export type Exclusive = <T>(run: () => Promise<T>) => Promise<T>;

/**
 * A re-entrant lock. PGlite has one session, and the driver sends BEGIN as plain text: without this, statements of
 * other requests would land inside an open transaction. Whoever holds it may call again; everybody else queues.
 * @param tidy runs when a holder is done and before the next one starts, however the holder ended.
 */
export function createExclusive(tidy: () => Promise<void> = async () => {}): Exclusive {
  const holding = new AsyncLocalStorage<{ open: boolean }>();
  let tail: Promise<unknown> = Promise.resolve();
  return (run) => {
    // `open` matters for work that outlives its holder without being awaited: it has to queue again.
    if (holding.getStore()?.open) return run();
    const turn = tail.then(() => {
      const mine = { open: true };
      return holding.run(mine, () => run().finally(() => (mine.open = false)));
    });
    tail = turn.catch(() => {}).then(tidy);
    return turn;
  };
}
