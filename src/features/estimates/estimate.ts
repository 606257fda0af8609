import { moversOfTable, moversOfWalls } from './estimate-movers.ts';
import type { EstimateRates } from './rates-row.ts';
import { jobOf, rangeOf, type WallToPaint, wallsOf } from './wall-price.ts';
import { isFeet } from './wall-size.ts';

export interface Estimate {
  /** Whole dollars, rounded outwards; low is always the smaller one. */
  low: number;
  high: number;
  /** What it rests on: the table of rates, or so many accepted proposals. */
  basis: 'table' | { walls: number };
  /** What moves it, as sentences. */
  movers: string[];
}

/** What a wall may cost; null for one that is no wall. */
export function estimate(wall: WallToPaint, rates: EstimateRates): Estimate | null {
  if (!isFeet(wall.widthFt) || !isFeet(wall.heightFt)) return null;
  const job = jobOf(wall, rates);
  const kind = wallsOf(job, rates);
  return {
    ...rangeOf(job, rates),
    basis: kind ? { walls: kind.walls } : 'table',
    movers: kind ? moversOfWalls(job, kind, rates) : moversOfTable(job, rates),
  };
}
