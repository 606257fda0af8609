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
