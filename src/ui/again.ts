import { networkOr, sayLost } from './lost.ts';

const MAX_RETRY_WAIT_MS = 30_000;

/**
 * What `load` gives, however often the network has to come back for it; meanwhile the page says that a part of it is
 * missing. For code that is fetched when a visitor asks for something: it is then done late.
 */
export async function again<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = 1000; ; wait = Math.min(wait * 2, MAX_RETRY_WAIT_MS)) {
    try {
      const loaded = await load();
      sayLost(false);
      return loaded;
    } catch (error) {
      console.error(error);
      sayLost(true);
      await networkOr(wait);
    }
  }
}
