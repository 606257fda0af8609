import { useCallback, useEffect, useRef, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { AppError } from '#data/app-error.ts';
import { messageFor } from '#domain/errors.ts';
import type { Match } from '#domain/lead.ts';
import { QUOTE_FIELDS, type QuoteDraft, type QuoteField } from '#domain/quote-fields.ts';
import { projectSent, TOASTS } from '#domain/toasts.ts';
import { leaveFlash } from '#stores/flash.ts';
import type { SendOutcome } from '#stores/outbox.ts';
import type { CreatedEntry, Entry } from '#stores/outbox-entries.ts';
import { onLeft } from '#stores/personal.ts';
import { leaveReceivers } from '#stores/sent-request.ts';
import { again } from '#ui/again.ts';
import { toast } from '#ui/toast.ts';
import { useAttempt } from '#ui/use-attempt.ts';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { hasUnfinished, isSamePage, ownEntry, seenChoice } from './own-entry.ts';
import { useAutoRetry } from './use-auto-retry.ts';
import { useDraft } from './use-draft.ts';
import { useRequestedArtist } from './use-requested-artist.ts';
import { useUnkeptWarning } from './use-unkept.ts';

interface Waiting {
  key: string;
  retryAt: number;
  reason: string | null;
  /** The text that waits; the form may hold a newer one. */
  quote: QuoteDraft;
}

/** Why a request waits although there is a network; the form has been sent, and may have arrived. */
const NO_USABLE_ANSWER = 'The server did not answer as it should.';

function couldNotSend(error: unknown): void {
  console.error(error);
  void toast.error(TOASTS.quoteFailed);
}

const tools = () => again(() => import('./send.ts'));

/** The quote flow of one tab: form, waiting for the network, choice of artists, thank-you (section 4). */
export function useQuote() {
  const { form, errors, refuse, clear: clearErrors } = useFormErrors<QuoteField>();
  const { draft, change, erase, reload, drop, isKept } = useDraft(form);
  const requested = useRequestedArtist();
  const { busy, attempt, free } = useAttempt(couldNotSend);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [choice, setChoice] = useState<CreatedEntry<Match> | null>(null);
  const [earlier, setEarlier] = useState<CreatedEntry<Match> | null>(null);
  /** The request in the outbox that a changed text replaces. */
  const amends = useRef<string | null>(null);

  const offerChoice = useCallback((entry: CreatedEntry<Match>) => {
    ownEntry.set(entry.key);
    seenChoice.set(entry.key);
    setChoice(entry);
  }, []);

  const leave = useCallback(
    async (key: string, text: string | null, receivers: readonly Match[] | null) => {
      (await tools()).quoteOutbox().dismiss(key);
      ownEntry.clear();
      if (receivers) leaveReceivers(receivers);
      if (text) leaveFlash('success', text);
      location.assign(paths.thankYou);
      return 'leaving' as const;
    },
    [],
  );

  const settle = useCallback(
    async (
      outcome: SendOutcome<Match, AppError>,
      quiet: boolean,
      sent: QuoteDraft | null,
    ): Promise<'leaving' | undefined> => {
      setWaiting(null);
      if (outcome.state === 'gone') return undefined;
      if (outcome.state === 'created') {
        const { entry } = outcome;
        const superseded = !erase(sent) || entry.superseded;
        if (entry.matches.length === 0) return leave(entry.key, TOASTS.quoteSubmitted, []);
        offerChoice({ ...entry, superseded });
        void toast.success(TOASTS.quoteSubmitted);
        return undefined;
      }
      const { error } = outcome;
      amends.current = outcome.key;
      if (outcome.state === 'refused') {
        const { serverViolation } = await tools();
        refuse([serverViolation(error, QUOTE_FIELDS, TOASTS.quoteFailed)]);
        return undefined;
      }
      console.error(error);
      ownEntry.set(outcome.key);
      const reason = error.code === 'network' ? null : messageFor(error.code, NO_USABLE_ANSWER);
      const entry = (await tools()).quoteOutbox().get(outcome.key);
      if (entry?.state === 'sending') {
        const { quote } = entry.payload;
        setWaiting({ key: entry.key, retryAt: outcome.retryAt, reason, quote });
      }
      // Without a network nothing has failed: the notice says that it waits, and a second message would deny it.
      if (!quiet && navigator.onLine) void toast.error(messageFor(error.code, TOASTS.quoteFailed));
      return undefined;
    },
    [erase, leave, refuse, offerChoice],
  );

  const submit = () =>
    attempt(async () => {
      const { quoteOutbox, quoteViolations } = await tools();
      const broken = quoteViolations(draft);
      if (broken.length > 0) {
        refuse(broken);
        return undefined;
      }
      clearErrors();
      const website = form.current?.elements.namedItem('website');
      const request = {
        quote: draft,
        artist: requested.id,
        website: website instanceof HTMLInputElement ? website.value : '',
        elapsedMs: Math.round(performance.now()),
      };
      return settle(await quoteOutbox().submit(request, amends.current), false, draft);
    });

  const retry = useCallback(
    (key: string, quiet: boolean) =>
      attempt(async () => {
        const box = (await tools()).quoteOutbox();
        const entry = box.get(key);
        const sent = entry?.state === 'sending' ? entry.payload.quote : null;
        return settle(await box.flush(key), quiet, sent);
      }),
    [attempt, settle],
  );
  const retryQuietly = useCallback((key: string) => void retry(key, true), [retry]);
  // Text that was changed while waiting goes out by a press; until then nothing older does.
  const changed = waiting !== null && QUOTE_FIELDS.some((f) => draft[f] !== waiting.quote[f]);
  useAutoRetry(changed ? undefined : waiting?.key, waiting?.retryAt, retryQuietly);

  const giveUp = async () => {
    if (waiting) (await tools()).quoteOutbox().dismiss(waiting.key);
    ownEntry.clear();
    amends.current = null;
    setWaiting(null);
  };

  const send = (artists: string[]) =>
    attempt(async () => {
      if (!choice) return undefined;
      const outcome = await (await tools()).quoteOutbox().choose(choice.key, artists);
      if (outcome.state === 'sent') {
        const receivers = choice.matches.filter(({ id }) => outcome.artists.includes(id));
        return leave(choice.key, projectSent(outcome.sent), receivers);
      }
      // Finished in another tab, which knows who has it.
      if (outcome.state === 'gone') return leave(choice.key, null, null);
      console.error(outcome.error);
      void toast.error(messageFor(outcome.error.code, TOASTS.sendFailed));
      return undefined;
    });

  const goOnWith = useCallback(
    (entry: Entry<{ quote: QuoteDraft }, Match>) => {
      if (entry.state === 'created') return offerChoice(entry);
      ownEntry.set(entry.key);
      const { quote } = entry.payload;
      amends.current = entry.key;
      if (!isKept()) change(quote);
      setWaiting({ key: entry.key, retryAt: 0, reason: null, quote });
    },
    [change, isKept, offerChoice],
  );

  /**
   * Goes on with what this tab had begun before a reload, or with what no answer has come for. Whoever comes to the
   * form anew and leaves a choice open that they have seen is shown the form, and the way back to that choice.
   */
  const resume = useCallback(
    async (cameBack: boolean) => {
      const own = ownEntry.get();
      if (!own && !hasUnfinished()) return;
      const box = (await tools()).quoteOutbox();
      const mine = (own && box.get(own)) || box.sending().at(-1);
      const left = mine?.state === 'created' && seenChoice.is(mine.key) && !cameBack;
      if (mine && !left) return goOnWith(mine);
      ownEntry.clear();
      const open = box.all().findLast((entry) => entry.state === 'created');
      setEarlier(open?.state === 'created' ? open : null);
    },
    [goOnWith],
  );

  /** Shows nothing of somebody who has signed out. What they had begun was erased where they did. */
  const forget = useCallback(() => {
    amends.current = null;
    setChoice(null);
    setWaiting(null);
    setEarlier(null);
    clearErrors();
    drop();
  }, [clearErrors, drop]);
  useEffect(() => onLeft(forget), [forget]);
  useUnkeptWarning();

  useEffect(() => {
    void resume(isSamePage());
    // Back to a page that the browser kept: what it shows may be long finished.
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      free();
      setChoice(null);
      setWaiting(null);
      reload();
      void resume(true);
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, [resume, reload, free]);

  return {
    form,
    draft,
    errors,
    busy,
    waiting,
    changed,
    choice,
    earlier,
    requested,
    change: (field: QuoteField, value: string) => {
      clearErrors(field);
      change({ [field]: value });
    },
    submit,
    retry: () => waiting && retry(waiting.key, false),
    giveUp,
    send,
    skip: () => choice && attempt(() => leave(choice.key, null, [])),
    openEarlier: () => earlier && goOnWith(earlier),
  };
}
