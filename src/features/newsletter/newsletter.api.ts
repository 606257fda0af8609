import { adminList } from '#data/admin-list.ts';
import { unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { subscriberSchema } from './newsletter.ts';

/** Mails an address a link that confirms; the answer does not tell whether it is on the list. Throws an AppError. */
export async function subscribeNewsletter(email: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('subscribe_newsletter', { p_email: email }));
}

/** Puts the address of a token on the list. Throws an AppError, `newsletter_refused` for a token that confirms nothing. */
export async function confirmNewsletter(token: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.rpc('confirm_newsletter', { p_token: token }));
}
export const listSubscribers = adminList('admin_list_subscribers', subscriberSchema);
