import type { City } from '#features/cities/city.ts';
import type { Mural, MuralRedirect } from '#features/murals/mural.ts';
import type { PublicReview } from '#features/requests/reviews/public-review.ts';

const collator = new Intl.Collator('en');
const ascending = (a: string, b: string) => (a < b ? -1 : Number(a > b));

type Dated = Pick<Mural | PublicReview, 'id' | 'created_at'> & Partial<Pick<Mural, 'published_at'>>;

/** When people could see it first: a mural may have been a draft for months. */
export const shownSince = (row: Dated): string => row.published_at ?? row.created_at;

/** The order of murals and of reviews in every list. */
export function newestFirst(a: Dated, b: Dated): number {
  return ascending(shownSince(b), shownSince(a)) || lastMadeFirst(a, b);
}

function lastMadeFirst(a: Dated, b: Dated): number {
  return ascending(b.created_at, a.created_at) || ascending(a.id, b.id);
}

/** The order in which the quote form shows murals; MURAL_CARDS of the browser has the same. */
export function featuredMuralsFirst(a: Mural, b: Mural): number {
  return Number(b.featured) - Number(a.featured) || newestFirst(a, b);
}

/** The order of an artist's own murals: as the artist wants it, the newest of the same place first. */
export function byPosition(a: Mural, b: Mural): number {
  return a.position - b.position || lastMadeFirst(a, b);
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
