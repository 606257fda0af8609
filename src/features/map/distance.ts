import { plural } from '#lib/format.ts';
import { readPlace } from '#lib/place.ts';
import { slugify } from '#lib/slug.ts';
import { milesBetween, toMap } from './projection.ts';
import { positionInTexas } from './texas-places.ts';

interface Town {
  city: string | null;
  state: string | null;
}

/**
 * How far an artist is from a city of Texas that a client typed, 'San Antonio' or 'San Antonio, TX'; null where one
 * of the two is not known, as all are outside Texas.
 */
export function distanceText(typed: string, { city, state }: Town): string | null {
  const { city: read, state: fromState } = readPlace(typed, null);
  const from = read ?? '';
  const start = positionInTexas(from, fromState || 'TX');
  const end = positionInTexas(city ?? '', state ?? '');
  if (!start || !end) return null;
  if (slugify(from) === slugify(city ?? '')) return 'In the same city';
  const miles = Math.max(1, Math.round(milesBetween(toMap(start), toMap(end))));
  return `About ${plural(miles, 'mile')}`;
}
