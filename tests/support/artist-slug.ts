import { slugify } from '#lib/slug.ts';

/** A reference for `private.artist_slug`: hyphenated name plus the first 8 characters of the user id (section 9). */
export function artistSlug(name: string, userId: string): string {
  const base = slugify(name).slice(0, 100).replace(/-+$/, '');
  return `${base || 'artist'}-${userId.slice(0, 8)}`;
}
