import { setFlash } from '#browser/flash.ts';
import { paths } from '#config/paths.ts';
import { messageFor } from '#lib/errors.ts';
import { projectSent, TOASTS } from '#lib/toasts.ts';
import { again } from '#ui/again.ts';
import type { AttemptedWork } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { Match } from '../lead.ts';
import type { CreatedEntry } from '../sending/outbox-entries.store.ts';
import { keepReceivers } from '../sending/sent-request.store.ts';
import { ownEntry } from './own-entry.store.ts';

/** The code that sending needs, however long it takes to come. */
export const quoteTools = () => again(() => import('./send.store.ts'));

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
  // Back shows a form that begins at its top.
  history.scrollRestoration = 'manual';
  location.assign(paths.thankYou);
  return 'redirecting';
}

/** Sends a request that has arrived to the chosen artists, or to nobody yet. */
export function useArtistChoice(
  choice: CreatedEntry<Match> | null,
  attempt: (work: AttemptedWork) => Promise<void>,
) {
  const send = (artists: string[]) =>
    attempt(async () => {
      if (!choice) return undefined;
      const outcome = await (await quoteTools()).quoteOutbox().choose(choice.key, artists);
      if (outcome.state === 'sent') {
        const receivers = choice.matches.filter(({ id }) => outcome.artists.includes(id));
        return redirectToThanks(choice.key, projectSent(outcome.sent), receivers);
      }
      // Finished in another tab, which knows who has it.
      if (outcome.state === 'gone') return redirectToThanks(choice.key, null, null);
      console.error(outcome.error);
      void toast.error(messageFor(outcome.error.code, TOASTS.sendFailed));
      return undefined;
    });
  return { send, skip: () => choice && attempt(() => redirectToThanks(choice.key, null, [])) };
}
