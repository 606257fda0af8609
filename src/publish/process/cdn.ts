import type { Log } from '#node/log.ts';
import { Releases } from '../releases/releases.ts';
import { LIVE_KEY } from '../store/site-keys.ts';
import type { FromPublisher, PublisherSource } from './messages.ts';

export interface ToldCdn {
  /** Purges what a message to the server says has changed. */
  tell: (message: FromPublisher) => void;
  /** Purges files of the site that are others in the bucket now. */
  stored: (keys: readonly string[]) => void;
  /** Purges everything: another server may have ended before it has purged all that it should. */
  lead: () => void;
  stop: () => Promise<void>;
}

/** The configured CDN, which is loaded only where there is one. */
export async function startCdn(source: PublisherSource, log: Log): Promise<ToldCdn | null> {
  const { cdn: settings, dataDir, origin } = source;
  if (!settings) return null;
  const { openCdn } = await import('../cdn/cdn.ts');
  const { urlsOf } = await import('../cdn/urls-of.ts');
  const cdn = await openCdn(settings, { dataDir, origin, log });
  // What was served before this start; the same release again changes nothing.
  let live = (await new Releases(dataDir).current())?.id;
  const purge = (files: readonly string[]) => cdn.purge(urlsOf(files, origin));
  return {
    tell: (message) => {
      if (message.type === 'changed') purge(message.files);
      else if (message.type === 'rendered') purge([message.file]);
      else if (message.type === 'withdrawn') purge(message.names.map((name) => `media/${name}`));
      else if (message.type === 'activate' && message.releaseId !== live) {
        live = message.releaseId;
        cdn.purgeAll();
      }
    },
    stored: (keys) => (keys.includes(LIVE_KEY) ? cdn.purgeAll() : purge(keys)),
    lead: () => cdn.purgeAll(),
    stop: () => cdn.stop(),
  };
}
