import { AsyncLocalStorage } from 'node:async_hooks';

export type ReentrantLock = <T>(run: () => Promise<T>, first?: boolean) => Promise<T>;

/**
 * A re-entrant lock. PGlite has one session, and the driver sends BEGIN as plain text: without this, statements of
 * other requests would land inside an open transaction. Its holder may call again; all other callers queue, and
 * those who say `first` go before the others.
 * @param cleanUp runs when a holder is done and before the next one starts, however the holder ended.
 */
export function createReentrantLock(cleanUp: () => Promise<void> = async () => {}): ReentrantLock {
  const holding = new AsyncLocalStorage<{ open: boolean }>();
  const waiting: { first: (() => void)[]; usual: (() => void)[] } = { first: [], usual: [] };
  let held = false;

  const pass = () => {
    if (waiting.first.length + waiting.usual.length === 0) {
      held = false;
      return;
    }
    // After a look at the network: a queue that works off itself in one go lets nobody overtake, nor be heard.
    setImmediate(() => (waiting.first.shift() ?? waiting.usual.shift())?.());
  };

  return async (run, first = false) => {
    // `open` matters for work that outlives its holder without being awaited: it has to queue again.
    if (holding.getStore()?.open) return run();
    if (held) {
      await new Promise<void>((turn) => waiting[first ? 'first' : 'usual'].push(turn));
    }
    held = true;
    const mine = { open: true };
    try {
      return await holding.run(mine, run);
    } finally {
      mine.open = false;
      void cleanUp().then(pass, pass);
    }
  };
}
