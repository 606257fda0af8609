export interface Summary {
  p50: number;
  p95: number;
  p99: number;
  runs: number;
}

/** Percentiles by nearest rank: that share of the values is not above them. */
export function summary(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), runs: values.length };
}

export function median(values: readonly number[]): number {
  return summary(values).p50;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** One measured figure, and what it is held against. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** A peer or a limit, measured in the same run, or the number to reach. */
  against: { name: string; value: number };
  better: 'smaller' | 'larger';
  detail?: object;
}

/** A figure that is to stay within a number. */
export function withinGoal(
  limit: number,
  unit: string,
  name: string,
  value: number,
  detail?: object,
): Figure {
  const against = { name: 'goal', value: limit };
  return { name, value, unit, against, better: 'smaller', ...(detail && { detail }) };
}

export function line({ name, value, unit, against, better }: Figure): string {
  const ratio = against.value === 0 ? 'beyond' : `${round(value / against.value)} ×`;
  const good = better === 'smaller' ? value <= against.value : value >= against.value;
  return `${good ? '✓' : ' '} ${name}: ${round(value)} ${unit}, ${ratio} ${against.name} (${round(against.value)})`;
}
