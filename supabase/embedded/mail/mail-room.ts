import type { Database } from '../base/database.ts';
import { hasFunction } from '../base/has-function.ts';

const RULE = 'private.room_for_account_mail(text)';

/** Whether an address may get one more email about an account: of all kinds of email, few go where nobody has proven to read. */
export async function mayGetAccountMail(db: Database, to: string): Promise<boolean> {
  if (!(await hasFunction(db, RULE))) return true;
  const [row] = await db.sql<{ may: boolean }>('select private.room_for_account_mail($1) as may', [
    to,
  ]);
  return row?.may ?? true;
}
