/** To what prices of this size are rounded. */
export function stepOf(dollars: number): number {
  if (dollars < 2000) return 50;
  if (dollars < 10_000) return 100;
  return dollars < 50_000 ? 500 : 1000;
}
// Sums of fractions are a hair off whole dollars.
const cents = (dollars: number) => Math.round(dollars * 100) / 100;
export const down = (dollars: number) =>
  Math.floor(cents(dollars) / stepOf(dollars)) * stepOf(dollars);
export const up = (dollars: number) =>
  Math.ceil(cents(dollars) / stepOf(dollars)) * stepOf(dollars);

const DOLLARS = new Intl.NumberFormat('en-US');
export const money = (dollars: number) => `$${DOLLARS.format(dollars)}`;

/** '$1,200 to $2,400'. */
export const rangeLabel = ({ low, high }: { low: number; high: number }): string =>
  `${money(low)} to ${money(high)}`;
