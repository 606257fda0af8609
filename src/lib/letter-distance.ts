/** Mistakes that are forgiven: none in three letters, one from four on, two from eight. */
export const allowance = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** How many letters are missing, too many, others or swapped with their neighbor (Damerau and Levenshtein). */
export function letterDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, j) => j),
  ];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(swapped ? Math.min(cost, (before[j - 2] ?? 0) + 1) : cost);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
