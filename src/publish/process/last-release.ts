import { createHash } from 'node:crypto';
import path from 'node:path';
import { exists } from '#node/files.ts';
import { type Release, Releases } from '../releases/releases.ts';
import type { PublisherSource } from './messages.ts';

/** What a release needs to be told apart by; known before anything runs. */
type Identity = Pick<
  PublisherSource,
  'dataDir' | 'origin' | 'publicBackendUrl' | 'publishableKey' | 'databaseUrl'
>;

/**
 * The last release, when it is of the same site, whatever source made it: what visitors get from the first second of a
 * start until its own release is made.
 */
export async function lastRelease(source: Identity): Promise<Release | null> {
  const release = await new Releases(source.dataDir).current();
  // Its pages went where an account was erased meanwhile.
  if (!release || !(await exists(path.join(release.siteDir, 'index.html')))) return null;
  return release.site === siteOf(source) ? release : null;
}

/** Tells sites apart: another address, API or database is another one. */
export const siteOf = ({ origin, publicBackendUrl, publishableKey, databaseUrl }: Identity) =>
  fingerprint({ origin, publicBackendUrl, publishableKey, databaseUrl });

export function fingerprint(data: object): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16);
}
