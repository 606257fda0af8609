import { useCallback } from 'react';
import type { AppError } from '#data/app-error.ts';
import { messageFor } from '#lib/errors.ts';
import { TOASTS } from '#lib/toasts.ts';
import type { FormErrors } from '#ui/forms/use-form-errors.ts';
import type { AttemptedWork } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { Match } from '../lead.ts';
import { type AskedFor, isSameRequest } from '../quote-details.ts';
import { QUOTE_FIELDS, type QuoteField } from '../quote-fields.ts';
import type { SendOutcome } from '../sending/outbox-delivery.store.ts';
import type { CreatedEntry } from '../sending/outbox-entries.store.ts';
import { ownEntry } from './own-entry.store.ts';
import { quoteTools, redirectToThanks } from './use-artist-choice.ts';
import type { ArtistsAskedByName } from './use-asked-artists.ts';
import { useAutoRetry } from './use-auto-retry.ts';
import type { RequestState } from './use-request-state.ts';

type Outcome<State> = Extract<SendOutcome<Match, AppError>, { state: State }>;

/** Why a request waits although there is a network; the form has been sent, and may have arrived. */
const NO_USABLE_ANSWER = 'The server didn’t answer as it should.';

interface Options {
  formErrors: FormErrors<QuoteField>;
  /** What the form asks for by now. */
  asked: AskedFor;
  erase: (sent: AskedFor | null) => boolean;
  /** Who is asked for by name. */
  askedArtists: Pick<ArtistsAskedByName, 'id' | 'slugs'>;
  state: RequestState;
  attempt: (work: AttemptedWork) => Promise<void>;
}

/** Sends the form, by a press, by a timer and when the network comes back, and shows what became of it. */
export function useSending(options: Options) {
  const { formErrors, asked, erase, askedArtists, state, attempt } = options;
  const { form, refuse, clear: clearErrors } = formErrors;
  const { waiting, setWaiting, offerChoice, amends } = state;

  const showCreated = useCallback(
    async (entry: CreatedEntry<Match>, sent: AskedFor | null) => {
      const superseded = !erase(sent) || entry.superseded;
      if (entry.matches.length === 0) return redirectToThanks(entry.key, TOASTS.quoteSubmitted, []);
      offerChoice({ ...entry, superseded }, true);
      return undefined;
    },
    [erase, offerChoice],
  );

  const showWaiting = useCallback(
    async ({ key, error, retryAt }: Outcome<'waiting'>, quiet: boolean) => {
      console.error(error);
      ownEntry.set(key);
      const reason = error.code === 'network' ? null : messageFor(error.code, NO_USABLE_ANSWER);
      const entry = (await quoteTools()).quoteOutbox().get(key);
      if (entry?.state === 'sending') {
        setWaiting({ key, retryAt, reason, asked: entry.payload });
      }
      // Without a network nothing has failed: the notice says that it waits, and a second message would deny it.
      if (!quiet && navigator.onLine) void toast.error(messageFor(error.code, TOASTS.quoteFailed));
    },
    [setWaiting],
  );

  const showOutcome = useCallback(
    async (outcome: SendOutcome<Match, AppError>, quiet: boolean, sent: AskedFor | null) => {
      setWaiting(null);
      if (outcome.state === 'gone') return undefined;
      if (outcome.state === 'created') return showCreated(outcome.entry, sent);
      amends.current = outcome.key;
      if (outcome.state === 'waiting') return showWaiting(outcome, quiet);
      const { whyRefused } = await quoteTools();
      return refuse([whyRefused(TOASTS.quoteFailed)(outcome.error, QUOTE_FIELDS)]);
    },
    [amends, refuse, setWaiting, showCreated, showWaiting],
  );

  const submit = () =>
    attempt(async () => {
      const { quoteOutbox, quoteViolations } = await quoteTools();
      const broken = quoteViolations(asked.quote);
      if (broken.length > 0) return refuse(broken);
      clearErrors();
      const website = String(new FormData(form.current ?? undefined).get('website') ?? '');
      const elapsedMs = Math.round(performance.now());
      const { id: artist, slugs } = askedArtists;
      const artists = slugs.length > 0 ? { artists: slugs } : {};
      const request = { ...asked, artist, ...artists, website, elapsedMs };
      return showOutcome(await quoteOutbox().submit(request, amends.current), false, asked);
    });

  const retry = useCallback(
    (key: string, quiet: boolean) =>
      attempt(async () => {
        const outbox = (await quoteTools()).quoteOutbox();
        const entry = outbox.get(key);
        const sent = entry?.state === 'sending' ? entry.payload : null;
        return showOutcome(await outbox.flush(key), quiet, sent);
      }),
    [attempt, showOutcome],
  );
  const retryQuietly = useCallback((key: string) => void retry(key, true), [retry]);
  // Text that was changed while waiting goes out by a press; until then nothing older does.
  const changed = waiting !== null && !isSameRequest(asked, waiting.asked);
  useAutoRetry(changed ? undefined : waiting?.key, waiting?.retryAt, retryQuietly);

  const giveUp = async () => {
    if (waiting) (await quoteTools()).quoteOutbox().dismiss(waiting.key);
    ownEntry.clear();
    amends.current = null;
    setWaiting(null);
  };

  return { changed, submit, giveUp, retry: () => waiting && retry(waiting.key, false) };
}
