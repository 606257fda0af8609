import { WRITTEN } from '#config/language.ts';
import type { Picture } from '#features/pictures/picture.ts';
import { metaDescription } from '#lib/format.ts';

/** Makes the whole address of a path. */
export type Absolute = (path: string) => string;

/** What the head of a page says about it. */
export interface PageMeta {
  /** Shown in the tab as '{title} | Muro' where that fits. */
  title: string;
  description: string;
  /** Left out by the page for paths that are not there. */
  path?: string;
  /** A picture for link previews; the site's own when there is none. */
  picture?: Picture | null;
  pictureAlt?: string;
  /** The path of the drawn preview, which goes before the picture. */
  preview?: string | null;
  /** Things of schema.org, with whole addresses as the function makes them of paths. */
  structuredData?: (absolute: Absolute) => object[];
  /** The way to it from the home page; by default it is right below that, under its title. */
  trail?: readonly { href: string; label: string }[];
  /** Not for search engines; `follow` lets them go on to what it links to. */
  noindex?: boolean | 'follow';
}

/**
 * One line of at most 155 characters in the language of the page: what people wrote themselves where it is in that
 * language, else the page's own `sentence`.
 */
export function describe(sentence: string, written?: string | null): string {
  return metaDescription(!WRITTEN && written?.trim() ? written : sentence);
}

/** A path or a published picture as an absolute URL; `page` is the address of any page of the site. */
export function absolute(path: string, page: URL): string {
  return new URL(path, page).href;
}
