import { readdir } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import type { Directory } from '#site/directory/directory.ts';
import { sitemapRoute } from '#site/sitemap.ts';
import { aMural, directoryOf } from '#tests/support/directory-rows.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { Listings } from './listings.ts';
import type { ListingsOptions } from './publisher-options.ts';
import { NO_LISTINGS } from './stale-listings.ts';

const dir = folderOfFile('muro-listings-');

const murals = (count: number): Directory =>
  directoryOf({ murals: Array.from({ length: count }, (_, n) => aMural(n)) });

it('makes the parts of a large sitemap before it, and removes those that are over', async () => {
  let directory = murals(60_000);
  const rendered: string[] = [];
  const changed: string[] = [];
  const options = {
    get directory() {
      return directory;
    },
    exclusive: (work: () => Promise<unknown>) => work(),
    live: () => ({
      release: { id: '1', dir, siteDir: dir },
      renderer: {
        has: () => true,
        render: async (route: string) => {
          rendered.push(route);
          const part = Number(/\d+/.exec(route)?.[0] ?? 0);
          const isThere = part <= Math.ceil(directory.allMurals().length / 50_000);
          return { file: route.slice(1), body: isThere ? Buffer.from(route) : null };
        },
      },
    }),
    onChanged: (files: string[]) => void changed.push(...files),
    onJob: () => {},
    log: () => {},
  };
  /** The files that are there once they are made. */
  const remade = async () => {
    rendered.length = changed.length = 0;
    const listings = new Listings(options as unknown as ListingsOptions);
    listings.invalidate({ ...NO_LISTINGS, routes: [sitemapRoute()] });
    await vi.waitFor(() => expect(rendered.at(-1)).toBe(`/es${sitemapRoute()}`), 20_000);
    await listings.stop();
    return (await readdir(dir)).filter((file) => file.endsWith('.xml')).sort();
  };
  expect(await remade()).toEqual(['sitemap-1.xml', 'sitemap-2.xml', 'sitemap.xml']);
  directory = murals(10);
  expect(await remade()).toEqual(['sitemap-1.xml', 'sitemap.xml']);
  expect(changed.sort()).toEqual(['es/sitemap-2.xml', 'sitemap-2.xml']);
});
