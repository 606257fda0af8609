import type { City } from '#features/cities/city.ts';
import type { Mural, MuralRedirect } from '#features/murals/mural.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';

const collator = new Intl.Collator('en');
const ascending = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The order of murals and of reviews in every list. */
export function newestFirst<Row extends Mural | PublicReview>(a: Row, b: Row): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return ascending(a.id, b.id);
}

/** The order of an artist's own murals: as the artist wants it, the newest of the same place first. */
export function byPosition(a: Mural, b: Mural): number {
  return a.position - b.position || newestFirst(a, b);
}

/**
 * By address. Two rows have the same one for as long as it takes to read that one of them gave it up, so the id
 * still tells them apart.
 */
export function bySlug(a: City | MuralRedirect, b: City | MuralRedirect): number {
  return ascending(a.slug, b.slug) || ascending(a.id, b.id);
}

/** The order of cities in every list, whatever the collation of the database. */
export function byCityName(a: City, b: City): number {
  return collator.compare(a.city_name, b.city_name) || bySlug(a, b);
}
