import type { Surface } from '#lib/options.ts';
import { askedCity } from '#lib/place.ts';
import { slugify } from '#lib/slug.ts';
import { type Complexity, OPEN_DESIGN, SIZE_STEPS, sizeStep } from './estimate-rates.ts';
import type { EstimateRates, Span } from './rates-row.ts';
import { down, stepOf, up } from './rounding.ts';

export interface WallToPaint {
  widthFt: number;
  heightFt: number;
  /** Null where the design is open. */
  complexity: Complexity | null;
  /** Null where nobody knows. */
  surface: Surface | null;
  /** As people write it, with or without its state; null or empty counts as San Antonio. */
  city: string | null;
}

const HOME = 'city.san-antonio-tx';

/** As much as the price itself. */
export const PLAIN: Span = [100, 100];

/** A wall in the words of the rates. */
export interface PricedWall {
  area: number;
  lift: boolean;
  complexity: Complexity | null;
  surface: Surface | null;
  city: Span;
  cityName: string;
}

export function jobOf(wall: WallToPaint, rates: EstimateRates): PricedWall {
  const { widthFt, heightFt, complexity, surface } = wall;
  const cityName = askedCity(wall.city ?? '').replace(/,.*/s, '');
  const start = cityName ? `city.${slugify(cityName)}-` : HOME;
  const key = Object.keys(rates.spans).find((one) => one.startsWith(start)) ?? 'city.else';
  const city = rates.spans[key] ?? PLAIN;
  const lift = heightFt > rates.lift_above;
  return { area: widthFt * heightFt, lift, complexity, surface, city, cityName };
}

export type End = 0 | 1;

export function rangeOf(job: PricedWall, rates: EstimateRates): { low: number; high: number } {
  const floor = rates.spans.floor?.[0] ?? 0;
  const low = Math.max(floor, down(priceOf(job, rates, 0)));
  return { low, high: Math.max(up(priceOf(job, rates, 1)), low + stepOf(low)) };
}

/** Never less than for a smaller wall, also where the next kind of walls was accepted for less. */
function priceOf(job: PricedWall, rates: EstimateRates, end: End): number {
  const smaller = SIZE_STEPS.flatMap(([, upTo]) =>
    upTo < job.area ? [{ ...job, area: upTo }] : [],
  );
  const prices = [...smaller, job].map((one) => ownPrice(one, rates, end));
  return Math.max(rates.spans.floor?.[end] ?? 0, ...prices);
}

export function ownPrice(job: PricedWall, rates: EstimateRates, end: End): number {
  const kind = wallsOf(job, rates);
  if (kind) return job.area * (end === 0 ? kind.low : kind.high);
  return tablePrice(job, rates, end);
}

/** Accepted walls had the surfaces, heights and cities that they had: nothing is added to what they cost. */
export const wallsOf = ({ complexity, area }: PricedWall, { walls }: EstimateRates) =>
  walls.find((kind) => kind.complexity === complexity && kind.size === sizeStep(area));

export function tablePrice(job: PricedWall, rates: EstimateRates, end: End): number {
  const foot = footOf(job.complexity, rates)[end];
  const share = (spanOf(rates, `surface.${job.surface ?? 'other'}`)[end] * job.city[end]) / 10_000;
  const lift = job.lift ? liftOf(job, rates)[end] : 0;
  return foot * pricedFeet(job.area, rates, end) * share + lift;
}

/** Square feet, each counted as its step of the size does: the price of one more never takes from the others. */
function pricedFeet(area: number, rates: EstimateRates, end: End): number {
  let from = 0;
  let total = 0;
  for (const [step, upTo] of SIZE_STEPS) {
    total += (Math.max(0, Math.min(area, upTo) - from) * spanOf(rates, `size.${step}`)[end]) / 100;
    from = upTo;
  }
  return total;
}

function footOf(complexity: Complexity | null, rates: EstimateRates): Span {
  if (complexity) return spanOf(rates, `foot.${complexity}`);
  const [a, b] = [spanOf(rates, `foot.${OPEN_DESIGN[0]}`), spanOf(rates, `foot.${OPEN_DESIGN[1]}`)];
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

export function liftOf({ area }: PricedWall, rates: EstimateRates): Span {
  const hires = Math.max(1, area / rates.lift_covers);
  const [low, high] = rates.spans.lift ?? [0, 0];
  return [low * hires, high * hires];
}

const spanOf = ({ spans }: EstimateRates, key: string): Span => spans[key] ?? PLAIN;
