import { type MapPoint, milesBetween, toMap } from '#features/map/projection.ts';
import { positionInTexas } from '#features/map/texas-places.ts';
import { readCitySlug } from '#lib/place.ts';
import type { ListCard } from './card-kind.ts';
import type { Asked, CardTable } from './card-table.ts';
import type { CardQuery } from './words/query.ts';

/** Two rows of cards. */
const MOST = 6;

/** Nobody drives further for a wall that was not asked for by its name. */
const FURTHEST_MILES = 120;
const WORD = 3;
const FILTER = 2;

/**
 * What comes nearest to a search that nothing fits: most of its words and filters, and not far from its city. Nothing
 * where no row has anything of it. At most six rows, the best first, equal ones in the order of the list.
 */
export function nearestRows<Card extends ListCard>(
  { filters }: CardQuery,
  { rows, words, filters: tests }: Asked,
  table: Pick<CardTable<Card>, 'placeValue'>,
): number[] {
  const place = filters.city ?? '';
  const miles = milesFrom(place);
  const others = [...tests].filter(([key]) => key !== 'city').map(([, test]) => test);
  const score = (row: number) => {
    const shared = WORD * hits(words, row) + FILTER * hits(others, row);
    if (!place) return shared;
    const away = miles(table.placeValue(row, 'city'));
    // Of what was asked for besides, something has to be there; of a city alone, being near is enough.
    if (away > FURTHEST_MILES || (shared === 0 && words.length + others.length > 0)) return 0;
    return shared + 1 + FILTER * (1 - away / FURTHEST_MILES);
  };
  return rows
    .map((row) => ({ row, likeness: score(row) }))
    .filter((one) => one.likeness > 0)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
    .map(({ row }) => row);
}

const hits = (tests: readonly ((row: number) => boolean)[], row: number) =>
  tests.reduce((sum, test) => sum + Number(test(row)), 0);

/** How far other cities are from one; all too far where it is not known. */
function milesFrom(slug: string): (other: string) => number {
  const from = pointOf(slug);
  const known = new Map<string, number>();
  return (other) => {
    const found = known.get(other);
    if (found !== undefined) return found;
    const to = other === slug ? from : pointOf(other);
    const miles =
      other === slug ? 0 : from && to ? milesBetween(from, to) : Number.POSITIVE_INFINITY;
    known.set(other, miles);
    return miles;
  };
}

function pointOf(slug: string): MapPoint | null {
  const place = readCitySlug(slug);
  const position = place && positionInTexas(place.city, place.state);
  return position ? toMap(position) : null;
}
