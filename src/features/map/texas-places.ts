import { once } from '#lib/once.ts';
import { stateCode } from '#lib/place.ts';
import { slugify } from '#lib/slug.ts';
import PLACES from './places.json' with { type: 'json' };
import type { Position } from './projection.ts';

/** A town that maps know without anybody's help. */
interface TexasPlace extends Position {
  name: string;
  slug: string;
}

/** The largest first. */
export const texasPlaces = once((): readonly TexasPlace[] =>
  PLACES.map((line) => {
    const [name = '', latitude, longitude] = line.split('|');
    return {
      name,
      slug: slugify(name),
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
  }),
);

/** Where a city of Texas is; null for one that is unknown, or elsewhere. Of two of one name the larger. */
export function positionInTexas(city: string, state: string): Position | null {
  if (stateCode(state) !== 'TX') return null;
  const slug = slugify(city);
  const found = texasPlaces().find((place) => place.slug === slug);
  return found ? { latitude: found.latitude, longitude: found.longitude } : null;
}
