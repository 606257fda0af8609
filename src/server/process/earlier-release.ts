import type { Environment } from '#config/process/environment.ts';
import { loadKeys } from '#embedded/base/keys.ts';
import { lastRelease } from '#publish/process/last-release.ts';
import { databaseOf } from '#publish/process/source.ts';
import type { Release } from '#publish/releases/releases.ts';

/**
 * The release of an earlier start, which is served while this one opens the database and makes its own: an upgrade
 * bundles for longer than visitors wait. Null where there is none of this site.
 */
export async function earlierRelease(env: Environment): Promise<Release | null> {
  const { dataDir, origin, hosted, keys } = env;
  const { publishableKey } = hosted ?? (await loadKeys(dataDir, keys));
  const publicBackendUrl = hosted?.url ?? '';
  return lastRelease({
    dataDir,
    origin,
    publicBackendUrl,
    publishableKey,
    databaseUrl: databaseOf(env),
  });
}
