import { dollars } from '#lib/format.ts';

/** To what prices of this size are rounded. */
export function stepOf(amount: number): number {
  if (amount < 2000) return 50;
  if (amount < 10_000) return 100;
  return amount < 50_000 ? 500 : 1000;
}
// Sums of fractions are a hair off whole dollars.
const cents = (amount: number) => Math.round(amount * 100) / 100;
export const down = (amount: number) => Math.floor(cents(amount) / stepOf(amount)) * stepOf(amount);
export const up = (amount: number) => Math.ceil(cents(amount) / stepOf(amount)) * stepOf(amount);

/** '$1,200 to $2,400'. */
export const rangeLabel = ({ low, high }: { low: number; high: number }): string =>
  `${dollars(low)} to ${dollars(high)}`;
