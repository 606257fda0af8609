import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LANGUAGES } from '#config/language-paths.ts';
import { ifExists } from '#node/files.ts';
import type { Log } from '#node/log.ts';
import { fileAt, movedTo } from '#site/served.ts';
import { changedFiles } from '../cdn/changed-files.ts';
import { urlsOf } from '../cdn/urls-of.ts';
import { Releases } from '../releases/releases.ts';
import { digest, isSiteKey, placeOf } from '../store/site-keys.ts';
import type { FromPublisher, PublisherSource } from './messages.ts';
import { mediaDir } from './source.ts';

export type ToldCdn = NonNullable<Awaited<ReturnType<typeof startCdn>>>;

/** The cache in front of the site, which asks again for what it is told has changed. Loaded only where there is one. */
export async function startCdn(source: PublisherSource, log: Log) {
  const { cdn: settings, dataDir, origin } = source;
  if (!settings) return null;
  const { protocolOf } = await import('../cdn/protocol.ts');
  const { PurgeQueue } = await import('../cdn/purge-queue.ts');
  const releases = new Releases(dataDir);
  const liveDir = async () => (await releases.current())?.siteDir ?? '';
  const cdn = new PurgeQueue({
    protocol: protocolOf(settings, origin),
    file: path.join(dataDir, 'purges.jsonl'),
    log,
    often: async () => urlsOf(await mainPages(await liveDir()), origin),
    shown: async (url) => {
      const siteDir = await liveDir();
      const file = fileAt(decodeURI(new URL(url).pathname));
      const place = placeOf(file, { siteDir, mediaDir: mediaDir(dataDir) });
      const body = place && (await ifExists(readFile(place)));
      return body ? { tag: digest(body), location: movedTo(file, body) } : null;
    },
  });
  await cdn.open();
  // What was served before this start; the same release again changes nothing.
  let live = (await releases.current())?.id;
  const purge = (files: readonly string[]) => cdn.purge(urlsOf(files, origin));
  const activate = async (id: string, siteDir: string) => {
    const before = live;
    live = id;
    if (id === before) return;
    const changed = before && (await changedFiles(releases.siteDir(before), siteDir));
    if (changed) purge(changed);
    else cdn.purgeAll();
  };
  return {
    /** Purges what a message to the server says has changed. */
    tell: (message: FromPublisher) => {
      if (message.type === 'changed') purge(message.files);
      else if (message.type === 'rendered') purge([message.file]);
      else if (message.type === 'activate')
        activate(message.releaseId, message.siteDir).catch(() => cdn.purgeAll());
    },
    /** Purges files of the site that are others in the bucket now. */
    stored: (keys: readonly string[]) => purge(keys.filter(isSiteKey)),
    /** Looks at what was stored lately: another server may have ended before it has purged all that it should. */
    lead: (lately: Promise<{ files: readonly string[] }>) => {
      lately.then(
        ({ files }) => cdn.check(urlsOf(files.filter(isSiteKey), origin)),
        () => cdn.purgeAll(),
      );
    },
    stop: () => cdn.stop(),
  };
}

/** The pages that lead to all others, in each language. */
async function mainPages(siteDir: string): Promise<string[]> {
  // English has no folder of its own.
  const folders = LANGUAGES.map((language) => (language === 'en' ? '' : language));
  const pages = folders.map(async (folder) => {
    const files = (await ifExists(readdir(path.join(siteDir, folder)))) ?? [];
    return files.filter(isPage).map((file) => path.posix.join(folder, file));
  });
  return (await Promise.all(pages)).flat();
}

/** Nobody asks for the page of what is missing by its name. */
const isPage = (file: string) => file.endsWith('.html') && file !== '404.html';
