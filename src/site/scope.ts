import { AsyncLocalStorage } from 'node:async_hooks';
import { Directory } from './directory/directory.ts';
import { type MediaIndex, unprocessedMedia } from './media.ts';

/** Everything a page reads. */
export interface Site {
  directory: Directory;
  media: MediaIndex;
}

/** The renderer runs every page inside this, with the directory of the process. */
export const siteScope = new AsyncLocalStorage<Site>();

/** The site of the running render. Outside one, only `astro dev` may read, straight from the database. */
export async function currentSite(): Promise<Site> {
  const site = siteScope.getStore();
  if (site) return site;
  if (!import.meta.env.DEV) throw new Error('A page was rendered outside siteScope.');
  return developmentSite();
}

/** Read again for each page after a moment: what a developer changes in the database shows at the next reload. */
const DEVELOPMENT_MS = 500;
let development: { at: number; site: Promise<Site> } | null = null;

function developmentSite(): Promise<Site> {
  const now = performance.now();
  if (!development || now - development.at > DEVELOPMENT_MS)
    development = { at: now, site: readSite() };
  return development.site;
}

async function readSite(): Promise<Site> {
  const url = process.env.PUBLIC_SUPABASE_URL || process.env.DEV_BACKEND_URL;
  const key = process.env.PUBLIC_SUPABASE_KEY;
  if (!url || !key) {
    throw new Error('Start development with `npm run dev`: it brings up the database pages read.');
  }
  const { buildClient } = await import('#data/process/build-client.ts');
  const { readDirectoryRows } = await import('./directory/directory-rows.ts');
  const rows = await readDirectoryRows(buildClient(url, key));
  return { directory: new Directory(rows), media: unprocessedMedia };
}
