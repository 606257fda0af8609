/** How the figures of `growth.ts` read. */

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function counted(what: number | readonly unknown[]): string {
  return (typeof what === 'number' ? what : what.length).toLocaleString('en-US');
}

export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${counted(Math.round(ms / 100) / 10)} s`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`;
}
