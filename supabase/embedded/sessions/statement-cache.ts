import { setBounded } from '#node/bounded-map.ts';

/** How often a text has to come before it is worth the memory of being prepared. */
const FREQUENT = 3;
const MOST_PREPARED = 200;
const MOST_COUNTED = 2000;
const LONGEST = 10_000;

/**
 * Which statements to prepare. A prepared one is kept by every session, on both sides, for good: so only texts that come
 * often, and a bounded number, however many different ones a stranger thinks up.
 */
export class StatementCache {
  readonly #counts = new Map<string, number>();
  readonly #prepared = new Set<string>();

  isFrequent(text: string): boolean {
    if (this.#prepared.has(text)) return true;
    if (this.#prepared.size >= MOST_PREPARED || text.length > LONGEST) return false;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < FREQUENT) {
      setBounded(this.#counts, text, count, MOST_COUNTED);
      return false;
    }
    this.#counts.delete(text);
    this.#prepared.add(text);
    return true;
  }
}
