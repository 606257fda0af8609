import { pathOf } from '#site/served.ts';

/**
 * The addresses under which a cache may hold files of a release. A page has two: the one that people see, and the
 * file's, for a CDN whose rule adds the `.html` before it looks into its cache.
 */
export function urlsOf(files: readonly string[], origin: string): string[] {
  return files.flatMap((file) => {
    const paths = new Set([pathOf(file), `/${file}`]);
    return [...paths].map((path) => origin + encodeURI(path));
  });
}

/** Nobody is shown a page by the name of its file. */
export const isSeen = (url: string): boolean => !url.endsWith('.html');
