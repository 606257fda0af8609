/**
 * Work of an operator that may rightly occupy the database for long: an import with the secret key. The watchdog of
 * this process hears of it, and does not take it for one that hangs.
 */
let running = 0;
let notify: (long: boolean) => void = () => {};

export function onLongWork(callback: (long: boolean) => void): void {
  notify = callback;
}

export async function longWork<T>(run: () => Promise<T>): Promise<T> {
  running += 1;
  if (running === 1) notify(true);
  try {
    return await run();
  } finally {
    running -= 1;
    if (running === 0) notify(false);
  }
}
