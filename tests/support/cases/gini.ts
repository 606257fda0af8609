/** The Gini coefficient: 0 where all have as many, near 1 where one has all; 0 of nothing. */
export function gini(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const total = sorted.reduce((sum, value) => sum + value, 0);
  if (total === 0) return 0;
  const weighed = sorted.reduce((sum, value, n) => sum + (n + 1) * value, 0);
  return (2 * weighed) / (sorted.length * total) - (sorted.length + 1) / sorted.length;
}
