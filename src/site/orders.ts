import type { City } from '#features/cities/city.ts';
import type { Mural } from '#features/murals/mural.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';

const collator = new Intl.Collator('en');

/** The order of murals and of reviews in every list. */
export function newestFirst<Row extends Mural | PublicReview>(a: Row, b: Row): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** The order of an artist's own murals: as the artist wants it, the newest of the same place first. */
export function byPosition(a: Mural, b: Mural): number {
  return a.position - b.position || newestFirst(a, b);
}

/** The order of cities in every list, whatever the collation of the database. */
export function byCityName(a: City, b: City): number {
  return (
    collator.compare(a.city_name, b.city_name) || (a.slug < b.slug ? -1 : Number(a.slug > b.slug))
  );
}
