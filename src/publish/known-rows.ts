import { type Artist, artistSchema } from '#domain/artist.ts';
import type { SiteChange } from '#site/affected-routes.ts';
import type { Catalog } from '#site/catalog.ts';
import type { Mirror } from './mirror.ts';

/**
 * A catalog for pages that somebody waits for: it takes a changed artist from the change itself, and the artist's
 * murals from the mirror, so that such a page costs no query. Whatever is not known that way is read.
 *
 * A change lacks what no page shows: the account and the time of the change.
 */
export function withKnownRows(
  catalog: Catalog,
  changes: readonly SiteChange[],
  mirror: Pick<Mirror, 'muralsOf'> | null,
): Catalog {
  const artists = new Map<string, Artist>();
  for (const { table_name: table, old, new: now } of changes) {
    if (table !== 'artists') continue;
    artists.delete(String(old?.slug));
    const known = artistSchema.safeParse({ ...now, user_id: null, updated_at: '' });
    if (known.success && known.data.public_visible) artists.set(known.data.slug, known.data);
  }
  return {
    ...catalog,
    artist: async (slug) => artists.get(slug) ?? catalog.artist(slug),
    muralsOf: async (artistId) => mirror?.muralsOf(artistId) ?? catalog.muralsOf(artistId),
  };
}
