import { z } from '#lib/zod.ts';
import { COMPLEXITIES, SIZE_STEPS } from './estimate-rates.ts';

const spanSchema = z.tuple([z.number().int(), z.number().int()]).readonly();
/** From, to. */
export type Span = z.output<typeof spanSchema>;

/** A row of `estimate_rates`, of which there is one: what estimates are made of. */
export const ratesRowSchema = z.object({
  id: z.guid(),
  /**
   * By key: `floor` and `lift` in dollars, `foot.{complexity}` in dollars a square foot; `size.{step}`,
   * `surface.{surface}` and `city.{slug}` in percent of it; `city.else` is any other city.
   */
  spans: z.record(z.string(), spanSchema),
  /** Above so many feet a lift is needed, */
  lift_above: z.number().int(),
  /** of which one hire is enough for so many square feet. */
  lift_covers: z.number().int(),
  /** The day on which the sources said so. */
  checked_on: z.string(),
  sources: z.array(z.object({ name: z.string(), url: z.string(), says: z.string() })),
  /** What accepted proposals cost a square foot: the 10th and the 90th percentile, in whole dollars. */
  walls: z.array(
    z.object({
      complexity: z.enum(COMPLEXITIES),
      size: z.enum(SIZE_STEPS.map(([step]) => step)),
      low: z.number().int(),
      high: z.number().int(),
      /** How many there are, 20 at least. */
      walls: z.number().int(),
    }),
  ),
  updated_at: z.string(),
});
export type RatesRow = z.output<typeof ratesRowSchema>;
/** What an estimate is made of, a plain value that pages are given. */
export type EstimateRates = Omit<RatesRow, 'id' | 'updated_at'>;
export type KindOfWalls = RatesRow['walls'][number];

/** Without what pages do not need. */
export function ratesOf({ id: _, updated_at: __, ...rates }: RatesRow): EstimateRates {
  return rates;
}
