import { LANGUAGE } from '#config/language.ts';
import { adminList } from '#data/admin-list.ts';
import { call } from '#data/rpc.ts';
import { subscriberSchema } from './newsletter.ts';

/** Mails an address a link that confirms; the answer does not tell whether it is on the list. Throws an AppError. */
export const subscribeNewsletter = (email: string) =>
  call('subscribe_newsletter', { p_email: email, p_locale: LANGUAGE });

/** Puts the address of a token on the list. Throws an AppError, `newsletter_refused` for a token that confirms nothing. */
export const confirmNewsletter = (token: string) => call('confirm_newsletter', { p_token: token });
export const listSubscribers = adminList('admin_list_subscribers', subscriberSchema);
