import { dollars } from '#lib/format.ts';
import type { Surface } from '#lib/options.ts';
import { type Complexity, designName } from './estimate-rates.ts';
import type { EstimateRates, KindOfWalls, Span } from './rates-row.ts';
import { down, rangeLabel, up } from './rounding.ts';
import {
  type End,
  liftOf,
  ownPrice,
  PLAIN,
  type PricedWall,
  rangeOf,
  tablePrice,
} from './wall-price.ts';

/** What moves a price of the table. */
export function moversOfTable(job: PricedWall, rates: EstimateRates): string[] {
  return [
    designMover(job, rates),
    surfaceMover(job, rates),
    liftMover(job, rates),
    cityMover(job, rates),
    floorMover(job, rates),
  ].filter((line) => line !== null);
}

/** What accepted walls say. */
export function moversOfWalls(job: PricedWall, kind: KindOfWalls, rates: EstimateRates): string[] {
  const like = job.lift
    ? 'a smooth wall with easy ground for a lift'
    : 'a smooth wall that a ladder reaches';
  return [
    `Nine in ten of these ${kind.walls} walls were at most ${dollars(kind.high)} a square foot, nine in ten at least ${dollars(kind.low)}.`,
    `Closer to the lower price: ${like}. Closer to the higher one: rough brick, repairs, long travel.`,
    ...[floorMover(job, rates)].filter((line) => line !== null),
  ];
}

/** What the same wall costs with the least and the most to paint. */
function designMover(job: PricedWall, rates: EstimateRates): string {
  const range = (complexity: Complexity) => rangeLabel(rangeOf({ ...job, complexity }, rates));
  const others = (['simple', 'detailed'] as const).filter((one) => one !== job.complexity);
  const lines = others.map((one) => `with ${designName(one)}: ${range(one)}`);
  return `The design moves it most. The same wall ${lines.join('; ')}.`;
}

const SURFACE_WORDS: Record<Surface, string> = {
  brick: 'Brick takes more paint and time than a smooth wall',
  stucco: 'Stucco takes more paint and time than a smooth wall',
  concrete: 'Concrete may need cleaning and a primer',
  metal: 'Metal needs a primer, and ridges take time',
  drywall: '',
  other: 'What the wall is made of is open',
};

function surfaceMover(job: PricedWall, rates: EstimateRates): string | null {
  const surface = job.surface ?? 'other';
  const added = difference({ ...job, surface: 'drywall' }, job, rates);
  return surface === 'drywall' ? null : `${SURFACE_WORDS[surface]}: ${adds(added)}.`;
}

function liftMover(job: PricedWall, rates: EstimateRates): string {
  const feet = `${rates.lift_above} feet`;
  const added = adds(liftOf(job, rates));
  if (job.lift) return `Above ${feet} a lift is needed: ${added}.`;
  return `Up to ${feet} a ladder does. Above, a lift is needed: ${added}.`;
}

function cityMover(job: PricedWall, rates: EstimateRates): string | null {
  const added = difference({ ...job, city: PLAIN }, job, rates);
  return added[1] >= 1 ? `Prices and travel in ${job.cityName}: ${adds(added)}.` : null;
}

function floorMover(job: PricedWall, rates: EstimateRates): string | null {
  const floor = rates.spans.floor?.[0] ?? 0;
  if (ownPrice(job, rates, 0) >= floor) return null;
  return `No wall is painted for less than about ${dollars(floor)}.`;
}

/** What the second job costs more by the table. */
function difference(plain: PricedWall, job: PricedWall, rates: EstimateRates): Span {
  const more = (end: End) =>
    Math.max(0, tablePrice(job, rates, end) - tablePrice(plain, rates, end));
  return [more(0), more(1)];
}

function adds([low, high]: Span): string {
  const [from, to] = [down(low), up(high)];
  if (to <= 0) return 'adds nothing here';
  return from > 0 && from < to
    ? `adds ${rangeLabel({ low: from, high: to })}`
    : `adds up to ${dollars(to)}`;
}
