import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Plugin } from 'vite';
import { buildClient } from '#data/process/build-client.ts';
import { messageOf } from '#node/errors.ts';
import { ifExists } from '#node/files.ts';
import { writeSearchFiles } from '#publish/rendering/build-site.ts';
import { Directory } from '#site/directory/directory.ts';
import { readDirectoryRows } from '#site/directory/directory-rows.ts';
import { unprocessedMedia } from '#site/media.ts';
import { contentType } from '#site/served.ts';

const SERVED = /^\/(search|pagefind(-murals)?)\/[\w./-]+$/;

/** The files of search while developing: made when they are first asked for, and again after a change. */
export function devSearch(backendUrl: string, publishableKey: string, log: (line: string) => void) {
  const client = buildClient(backendUrl, publishableKey);
  let made: Promise<string> | null = null;

  const make = async () => {
    const directory = new Directory(await readDirectoryRows(client));
    const dir = await mkdtemp(path.join(tmpdir(), 'muro-dev-search-'));
    await writeSearchFiles({ directory, media: unprocessedMedia }, dir);
    return dir;
  };
  const forget = () => {
    const dir = made;
    made = null;
    dir?.then((old) => rm(old, { recursive: true, force: true })).catch(() => {});
  };

  const plugin: Plugin = {
    name: 'search-files',
    configureServer(server) {
      server.httpServer?.on('close', forget);
      server.middlewares.use(async (request, response, next) => {
        const name = request.url?.split('?')[0] ?? '';
        if (!SERVED.test(name) || name.includes('..')) return next();
        try {
          made ??= make();
          const content = await ifExists(readFile(path.join(await made, name)));
          if (!content) return next();
          response.setHeader('content-type', contentType(name));
          response.setHeader('cache-control', 'no-store');
          response.end(content);
        } catch (error) {
          forget();
          log(`Search cannot be prepared: ${messageOf(error)}`);
          response.writeHead(500).end();
        }
      });
    },
  };
  return { plugin, stale: forget };
}
