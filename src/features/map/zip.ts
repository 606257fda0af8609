import { once } from '#lib/once.ts';
import { citySlug } from '#lib/place.ts';
import type { Position } from './projection.ts';
import ZIP_CODES from './zip-codes.json' with { type: 'json' };

/** Where a ZIP code is: the slug of its city, and the middle of it. */
interface ZipPlace extends Position {
  city: string;
  slug: string;
}

const places = once(() => new Map(ZIP_CODES.flatMap(placesOfLine)));

/** The place of a ZIP code of Central Texas; null for one elsewhere. */
export const placeOfZip = (zip: string): ZipPlace | null => places().get(zip) ?? null;

/** A line names a city, its position and its codes. */
function placesOfLine(line: string): [string, ZipPlace][] {
  const [city = '', latitude, longitude, codes = ''] = line.split('|');
  const slug = citySlug(city, 'TX') ?? '';
  const place = { city, slug, latitude: Number(latitude), longitude: Number(longitude) };
  return codes.split(' ').map((code) => [code, place]);
}
