import type { Artist } from '#features/artists/artist.ts';
import { pausedUntil } from '#features/artists/pause.ts';

/** At most `MATCH_LIMIT` artists from the top `MATCH_POOL` (section 9). */
const MATCH_POOL = 10;
const MATCH_LIMIT = 5;

type Candidate = Pick<Artist, 'id' | 'city' | 'styles' | 'featured' | 'average_rating'>;
type Listed = Candidate & Pick<Artist, 'paused_until'>;

/** Featured first, then the better rating; the id decides between equals, so that the order is stable. */
export function byStanding(a: Candidate, b: Candidate): number {
  return (
    Number(b.featured) - Number(a.featured) ||
    b.average_rating - a.average_rating ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** Any style contains or is contained in the chosen one, or the city is the lead's, without regard to case (section 9). */
export function isMatch(artist: Candidate, lead: { city: string; style: string }): boolean {
  const style = lead.style.toLowerCase();
  const sameCity = (artist.city ?? '').trim().toLowerCase() === lead.city.trim().toLowerCase();
  return (
    sameCity ||
    artist.styles.some((s) => s.toLowerCase().includes(style) || style.includes(s.toLowerCase()))
  );
}

/** A reference for `private.matching_artists`: a test runs both over the same rows. */
export function matchingArtists<A extends Listed>(
  publicArtists: readonly A[],
  lead: { city: string; style: string },
  limit = MATCH_LIMIT,
): A[] {
  const open = publicArtists.filter((artist) => !pausedUntil(artist.paused_until));
  const pool = open.sort(byStanding).slice(0, MATCH_POOL);
  return pool.filter((artist) => isMatch(artist, lead)).slice(0, limit);
}
