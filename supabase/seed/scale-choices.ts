import { TEXAS_CITIES } from './data/scale-words.ts';
import type { Random } from './random.ts';

/** Large cities come up far more often than small ones. */
export function place(rng: Random): string {
  const total = TEXAS_CITIES.reduce((sum, [, weight]) => sum + weight, 0);
  let ticket = rng.next() * total;
  for (const [name, weight] of TEXAS_CITIES) {
    ticket -= weight;
    if (ticket <= 0) return name;
  }
  return 'San Antonio';
}

/** At least one, at most so many, each once. */
export const some = <T>(rng: Random, from: readonly T[], most: number): T[] =>
  rng.shuffle(from).slice(0, rng.int(1, most));
