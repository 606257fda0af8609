import { z } from '#lib/zod.ts';
import { COMPLEXITIES, type EstimateRates, SIZE_STEPS } from './estimate-rates.ts';

const spanSchema = z.tuple([z.number().int(), z.number().int()]);

/** A row of `estimate_rates`, of which there is one: what estimates are made of. */
export const ratesRowSchema = z.object({
  id: z.guid(),
  spans: z.record(z.string(), spanSchema),
  lift_above: z.number().int(),
  lift_covers: z.number().int(),
  checked_on: z.string(),
  sources: z.array(z.object({ name: z.string(), url: z.string(), says: z.string() })),
  walls: z.array(
    z.object({
      complexity: z.enum(COMPLEXITIES),
      size: z.enum(SIZE_STEPS.map(([step]) => step)),
      low: z.number().int(),
      high: z.number().int(),
      walls: z.number().int(),
    }),
  ),
  updated_at: z.string(),
});
export type RatesRow = z.output<typeof ratesRowSchema>;

/** Without what pages do not need. */
export function ratesOf({ id: _, updated_at: __, ...rates }: RatesRow): EstimateRates {
  return rates;
}
