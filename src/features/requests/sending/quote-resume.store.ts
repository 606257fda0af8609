import { usableStorage } from '#browser/browser-storage.ts';
import type { Match } from '../lead.ts';
import type { QuoteRequest } from '../leads.api.ts';
import { isSameRequest, sentDetails } from '../quote-details.ts';
import type { OutboxEntry } from './outbox-entries.store.ts';
import { quoteDraft } from './quote-draft.store.ts';
import { type QuoteOutbox, quoteOutbox } from './quote-outbox.store.ts';

/** Dispatched on `window` when a request that waited has arrived. */
export const QUOTES_EVENT = 'mural:quotes';

/** A waiting request whose text was changed since belongs to its form; the person sends it by a press. */
function isChanged(
  entry: OutboxEntry<QuoteRequest, Match>,
  draft: ReturnType<typeof quoteDraft>,
): boolean {
  const newer = draft.load();
  if (entry.state !== 'sending' || !newer) return false;
  const details = sentDetails(newer, draft.loadDetails());
  return !isSameRequest({ quote: newer, details }, entry.payload);
}

/**
 * Sends the requests that no answer has come for, on any page but the form's own. Gives how many arrived now, and how
 * many of them wait for a choice of artists: those stay in the outbox, where the form finds them and offers it.
 */
export async function resumeQuotes(
  outbox: Pick<QuoteOutbox, 'sending' | 'flush' | 'dismiss'> = quoteOutbox(),
  storage: Storage = usableStorage('localStorage'),
  tab: Storage = usableStorage('sessionStorage'),
): Promise<{ arrived: number; toChoose: number }> {
  const draft = quoteDraft(storage, Date.now, tab);
  let arrived = 0;
  let toChoose = 0;
  for (const entry of outbox.sending()) {
    if (isChanged(entry, draft)) continue;
    const outcome = await outbox.flush(entry.key);
    if (outcome.state !== 'created') continue;
    arrived++;
    draft.erase();
    if (outcome.entry.matches.length === 0) outbox.dismiss(entry.key);
    else toChoose++;
  }
  return { arrived, toChoose };
}
