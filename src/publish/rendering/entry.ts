/**
 * Compiled into the kept bundle, and never imported from source. It carries the bundle's own copy of
 * `siteScope`, which is the one that the pages in it read.
 */
import { StaticPaths } from 'astro:static-paths';
import { createApp } from 'astro/app/entrypoint';
import { type Site, siteScope } from '#site/scope.ts';

export const app = createApp({ streaming: false });
export { StaticPaths };

export function runInSite<T>(site: Site, work: () => Promise<T>): Promise<T> {
  return siteScope.run(site, work);
}
