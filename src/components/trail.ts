import { paths } from '#config/paths.ts';
import type { Absolute, PageMeta } from '#site/seo.ts';

/** The way to a page below the home page, itself at the end. */
export type Trail = NonNullable<PageMeta['trail']>;

/** The whole way. */
export const fromHome = (trail: Trail): Trail => [{ href: paths.home, label: 'Home' }, ...trail];

/** The same for search engines; nothing for the home page itself. */
export function breadcrumbList(trail: Trail, absolute: Absolute): object[] {
  if (trail.length === 0) return [];
  const itemListElement = fromHome(trail).map(({ href, label }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: label,
    item: absolute(href),
  }));
  return [{ '@type': 'BreadcrumbList', itemListElement }];
}
