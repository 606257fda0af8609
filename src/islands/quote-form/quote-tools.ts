import { paths } from '#config/paths.ts';
import type { Match } from '#domain/lead.ts';
import { setFlash } from '#stores/flash.ts';
import { keepReceivers } from '#stores/sent-request.ts';
import { again } from '#ui/again.ts';
import { ownEntry } from './own-entry.ts';

/** The code that sending needs, however long it takes to come. */
export const quoteTools = () => again(() => import('./send.ts'));

/** Forgets the request, which has ended, and goes on to the thank-you page with a toast and who has it. */
export async function redirectToThanks(
  key: string,
  text: string | null,
  receivers: readonly Match[] | null,
): Promise<'redirecting'> {
  (await quoteTools()).quoteOutbox().dismiss(key);
  ownEntry.clear();
  if (receivers) keepReceivers(receivers);
  if (text) setFlash('success', text);
  location.assign(paths.thankYou);
  return 'redirecting';
}
