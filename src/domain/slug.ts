/**
 * Lower-case words joined by hyphens; accents are dropped, everything else separates.
 * `private.slugify` is the same in SQL; one test runs both over the same cases.
 */
export function slugify(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Slug of a new artist profile: hyphenated name plus the first 8 characters of the user id (section 9). */
export function artistSlug(name: string, userId: string): string {
  const base = slugify(name).slice(0, 100).replace(/-+$/, '');
  return `${base || 'artist'}-${userId.slice(0, 8)}`;
}
