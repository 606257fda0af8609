import type { Database } from './database.ts';
import { saveKeys } from './keys.ts';
import type { BackendOptions } from './options.ts';

/** The setting of a session by which `private.link_secret` finds it. */
export const LINK_SECRET = 'app.link_secret';

/**
 * Earlier releases kept the secret of links in the database, where every dump had it. Moves it into the keys, so that
 * links in emails that are out keep working.
 * @returns whether the keys have another secret now.
 */
export async function takeOverLinkSecret(
  db: Database,
  { dataDir, keys }: Pick<BackendOptions, 'dataDir' | 'keys'>,
): Promise<boolean> {
  const [there] = await db.sql<{ links: string | null }>(
    "select to_regclass('private.page_links')::text as links",
  );
  if (!there?.links) return false;
  const [found] = await db.sql<{ value: string; used: boolean }>(
    `select s.value, exists (select from private.request_links) or exists (select from private.unsubscribe_links)
       or exists (select from private.newsletter_subscribers) or exists (select from private.page_links) as used
     from private.settings s where s.key = 'link_secret'`,
  );
  if (!found) return false;
  if (found.used) {
    keys.linkSecret = found.value;
    // Before it is gone from where it was.
    if (dataDir) await saveKeys(dataDir, keys);
  }
  await db.sql(`delete from private.settings where key = 'link_secret'`);
  return found.used;
}
