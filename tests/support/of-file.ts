import { afterAll, beforeAll } from 'vitest';

type Opened = { stop(): unknown } | { close(): unknown };

/** What `open` gives, for all tests of a file or `describe`: opened before the hooks that follow, and closed after them. */
export function ofFile<T extends Opened & object>(open: () => Promise<T>): T {
  const opened = {} as T;
  beforeAll(async () => {
    Object.defineProperties(opened, Object.getOwnPropertyDescriptors(await open()));
  }, 240_000);
  afterAll(async () => {
    if ('stop' in opened) await opened.stop();
    else if ('close' in opened) await opened.close();
  });
  return opened;
}
