/** Runs `work` over the items with at most `width` at a time; the first error stops it. */
export async function inParallel<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      await work(next.value).catch((error) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** Gives a function that runs one piece of work after the other; one that fails holds up none. */
export function serialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
}

/** The same with a queue for each key: work that names the same one waits for what came before it. */
export function serialQueues(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const run = (last.get(key) ?? Promise.resolve()).then(work);
    const over = run.catch(() => {});
    last.set(key, over);
    try {
      return await run;
    } finally {
      if (last.get(key) === over) last.delete(key);
    }
  };
}
