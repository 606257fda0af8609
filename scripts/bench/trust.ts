import { createKeys, startBackend } from '#embedded/index.ts';
import { ATTACKS, gainOf, honestYear } from '#tests/support/trust-year.ts';
import type { Figure } from './stats.ts';

/** What a year of made-up work gains an artist: reviews that everybody sees, and percent of a price. */
export async function measureTrust(dataDir: string): Promise<Figure[]> {
  const backend = await startBackend({
    dataDir,
    keys: createKeys(),
    origin: 'http://127.0.0.1:4321',
    seed: 'none',
  });
  try {
    return await backend.transaction(async (tx) => {
      const before = await honestYear(tx);
      const figures: Figure[] = [];
      for (const [name, attack] of Object.entries(ATTACKS)) {
        const { reviews, price } = await gainOf(tx, attack, before);
        const goal = (unit: string, value: number, most: number): Figure => ({
          name: `a year of ${name}`,
          value,
          unit,
          against: { name: 'goal', value: most },
          better: 'smaller',
        });
        figures.push(goal('reviews', reviews, 2), goal('% of a price', price * 100, 10));
      }
      return figures;
    });
  } finally {
    await backend.stop();
  }
}
