import { toAppError } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { ownFiles, removeFiles } from '#features/pictures/storage.api.ts';
import { BUCKETS } from '#features/pictures/upload.ts';
import { roleOf } from './roles.api.ts';

/**
 * Deletes the account with everything that is only its own, then forgets the session.
 * Throws an AppError, `last_admin` among others; before the account itself is gone it can be tried again.
 */
export async function deleteAccount(): Promise<void> {
  const client = await browserClient();
  const { data, error: unknown } = await client.auth.getUser();
  if (unknown) throw toAppError(unknown);
  const userId = data.user.id;
  if ((await roleOf(userId)) === 'artist') await removeOwnFiles(userId);
  const { error, status } = await client.rpc('delete_my_account');
  if (error) throw toAppError(error, status);
  await client.auth.signOut({ scope: 'local' });
}

/**
 * The database can only forget that a file exists; a hosted project removes its bytes by the Storage API alone, and
 * for nobody once the rows are gone. An admin's files are the covers of cities, and the last admin is refused.
 */
async function removeOwnFiles(userId: string): Promise<void> {
  for (const { name: bucket } of Object.values(BUCKETS)) {
    await removeFiles(bucket, await ownFiles(bucket, userId));
  }
}
