import { toAppError } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { isRole, type Role } from '#lib/options.ts';

/** The account's role, read from `user_roles` and never from the token; null when it has none. */
export async function roleOf(userId: string): Promise<Role | null> {
  const client = await browserClient();
  const { data, error, status } = await client
    .from('user_roles')
    .select('role')
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw toAppError(error, status);
  return isRole(data?.role) ? data.role : null;
}
