import { AsyncLocalStorage } from 'node:async_hooks';
import type { Catalog } from './catalog.ts';
import { liveCatalog } from './live-catalog.ts';
import { type MediaIndex, unprocessedMedia } from './media.ts';

/** Everything a page reads. */
export interface Site {
  catalog: Catalog;
  media: MediaIndex;
}

/** The renderer runs every page inside this, with the catalog of a full build or of one refresh. */
export const siteScope = new AsyncLocalStorage<Site>();

/** The site of the running render. Outside one, only `astro dev` may read, straight from the database. */
export async function currentSite(): Promise<Site> {
  const site = siteScope.getStore();
  if (site) return site;
  if (!import.meta.env.DEV) throw new Error('A page was rendered outside siteScope.');
  return developmentSite();
}

async function developmentSite(): Promise<Site> {
  const url = process.env.PUBLIC_SUPABASE_URL || process.env.DEV_BACKEND_URL;
  const key = process.env.PUBLIC_SUPABASE_KEY;
  if (!url || !key) {
    throw new Error('Start development with `npm run dev`: it brings up the database pages read.');
  }
  const { buildClient } = await import('#data/build-client.ts');
  return { catalog: liveCatalog(buildClient(url, key)), media: unprocessedMedia };
}
