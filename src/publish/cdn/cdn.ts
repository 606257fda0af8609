import path from 'node:path';
import type { CdnSettings } from '#config/cdn.ts';
import type { Log } from '#node/log.ts';
import type { Shown } from './look.ts';
import { protocolOf } from './protocol.ts';
import { type CdnFigures, PurgeQueue } from './purge-queue.ts';
import type { Send } from './send.ts';

/** The cache in front of the site: told what has changed, it asks for it again. */
export interface Cdn {
  /** Tries until it has worked, also after a new start. */
  purge(urls: readonly string[]): void;
  /** Looks whether it shows these as they are, and purges what it does not. */
  check(urls: readonly string[]): void;
  /** Everything that it has of the site. */
  purgeAll(): void;
  /** Resolves when all that was asked for is purged and was seen to be, or refused for good. */
  settled(): Promise<void>;
  figures(): CdnFigures;
  stop(): Promise<void>;
}

interface CdnOptions {
  dataDir: string;
  origin: string;
  log: Log;
  /** What an address of the site should show. */
  shown: (url: string) => Promise<Shown>;
  /** The addresses that a cache has most often. */
  often: () => Promise<readonly string[]>;
  /** Where calls go; tests have a CDN of their own. */
  send?: Send;
}

/** Opens the configured CDN, and purges what an earlier process has left in `purges.jsonl` of the data directory. */
export async function openCdn(
  settings: CdnSettings,
  { dataDir, origin, ...rest }: CdnOptions,
): Promise<Cdn> {
  const file = path.join(dataDir, 'purges.jsonl');
  const queue = new PurgeQueue({ protocol: protocolOf(settings, origin), file, ...rest });
  await queue.open();
  return queue;
}
