import type { Plugin } from 'vite';
import { buildClient } from '#data/build-client.ts';
import { readDirectoryRows } from '#data/directory-rows.ts';
import { artistCard } from '#domain/artist-card.ts';
import { type IndexFile, searchIndexFiles } from '#publish/search-index.ts';
import { contentType } from '#server/headers.ts';
import { unprocessedMedia } from '#site/media.ts';
import { searchRecord } from '#site/search-records.ts';

/** The search index while developing: made in memory when it is first asked for, and again after a change. */
export function devSearch(backendUrl: string, publishableKey: string, log: (line: string) => void) {
  const client = buildClient(backendUrl, publishableKey);
  let files: Promise<Map<string, IndexFile>> | null = null;

  const build = async () => {
    const { artists } = await readDirectoryRows(client);
    const records = artists.map((artist) =>
      searchRecord(artist, artistCard(artist, unprocessedMedia.picture)),
    );
    const index = await searchIndexFiles(records);
    return new Map(index.map((file) => [`/${file.path}`, file]));
  };

  const plugin: Plugin = {
    name: 'search-index',
    configureServer(server) {
      server.middlewares.use('/pagefind', async (request, response, next) => {
        try {
          files ??= build();
          const file = (await files).get(request.url?.split('?')[0] ?? '');
          if (!file) return next();
          response.setHeader('content-type', contentType(file.path));
          response.setHeader('cache-control', 'no-store');
          response.end(file.content);
        } catch (error) {
          files = null;
          log(`The search index cannot be made: ${error instanceof Error ? error.message : error}`);
          response.writeHead(500).end();
        }
      });
    },
  };
  return {
    plugin,
    stale: () => {
      files = null;
    },
  };
}
