import { useCallback, useEffect } from 'react';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import type { Match } from '../lead.ts';
import { type AskedFor, heldDetails } from '../quote-details.ts';
import type { OutboxEntry } from '../sending/outbox-entries.store.ts';
import {
  hasUnfinished,
  isSamePage,
  markChoosing,
  ownEntry,
  seenChoice,
} from './own-entry.store.ts';
import { quoteTools } from './use-artist-choice.ts';
import type { useQuoteDraft } from './use-quote-draft.ts';
import type { RequestState } from './use-request-state.ts';

/**
 * Goes on with what this tab had begun before a reload, or with what no answer has come for. Gives what does so with
 * one request; `free` ends an attempt that the browser's cache of pages has kept.
 */
export function useResume(
  { change, isKept, reload }: ReturnType<typeof useQuoteDraft>,
  { amends, offerChoice, setWaiting, setEarlier, clear }: RequestState,
  free: () => void,
) {
  const resumeEntry = useCallback(
    (entry: OutboxEntry<AskedFor, Match>) => {
      if (entry.state === 'created') return offerChoice(entry);
      markChoosing(false);
      ownEntry.set(entry.key);
      const asked = entry.payload;
      amends.current = entry.key;
      if (!isKept()) change(asked.quote, heldDetails(asked));
      setWaiting({ key: entry.key, retryAt: 0, reason: null, asked });
    },
    [amends, change, isKept, offerChoice, setWaiting],
  );

  /**
   * A client who comes to the form anew and leaves a choice open that they have seen is shown the form, and the way
   * back to that choice.
   */
  const resume = useCallback(
    async (cameBack: boolean) => {
      const own = ownEntry.get();
      if (!own && !hasUnfinished()) return markChoosing(false);
      const outbox = (await quoteTools()).quoteOutbox();
      const mine = (own && outbox.get(own)) || outbox.sending().at(-1);
      const isLeftOpen = mine?.state === 'created' && seenChoice.is(mine.key) && !cameBack;
      if (mine && !isLeftOpen) return resumeEntry(mine);
      ownEntry.clear();
      markChoosing(false);
      const open = outbox.all().findLast((entry) => entry.state === 'created');
      setEarlier(open?.state === 'created' ? open : null);
    },
    [resumeEntry, setEarlier],
  );

  useEffect(() => {
    void resume(isSamePage());
  }, [resume]);
  // Back to a page that the browser kept: what it shows may be long finished.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (!persisted) return;
    free();
    clear();
    reload();
    scrollTo(0, 0);
    void resume(true);
  });

  return resumeEntry;
}
