import { unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';

/** Ends the mails that the token of a mail is for; the answer does not tell whether it is for any. Throws an AppError. */
export async function unsubscribe(token: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('unsubscribe', { p_token: token }));
}
