import type { Queryable } from '../base/options.ts';

/** Whether an address may get one more email about an account: of all kinds of email, few go where nobody has proven to read. */
export async function mayGetAccountMail(db: Queryable, to: string): Promise<boolean> {
  const query = 'select private.room_for_account_mail($1) as may';
  const [row] = await db.sql<{ may: boolean }>(query, [to]);
  return row?.may === true;
}
