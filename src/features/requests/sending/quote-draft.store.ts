import { usableStorage } from '#browser/browser-storage.ts';
import { DRAFT_TTL_MS } from '#browser/kept-draft.ts';
import { lastSignOut } from '#browser/personal.ts';
import { keptDetails, NO_DETAILS, type QuoteDetails } from '../quote-details.ts';
import { EMPTY_QUOTE, QUOTE_FIELDS, type QuoteDraft } from '../quote-fields.ts';

const KEY = 'quote.draft';
interface Kept {
  quote: QuoteDraft;
  details: QuoteDetails;
}

/**
 * The unsent text of the quote form and what is beside it, kept in this browser while it is being typed. `tab` keeps it for this tab alone,
 * whose text comes first: two open forms do not take each other's place.
 */
export function quoteDraft(
  storage: Storage,
  now: () => number = Date.now,
  tab: Storage | null = null,
) {
  const read = (from: Storage): Kept | null => {
    try {
      const kept = JSON.parse(from.getItem(KEY) ?? 'null');
      // A tab that slept through a sign-out still holds what was erased everywhere else.
      if (kept && now() - kept.at <= DRAFT_TTL_MS && (kept.left ?? null) === lastSignOut()) {
        const text = (field: string) =>
          typeof kept.quote[field] === 'string' ? kept.quote[field] : '';
        const quote = Object.fromEntries(QUOTE_FIELDS.map((f) => [f, text(f)])) as QuoteDraft;
        return { quote, details: keptDetails(kept.details) };
      }
    } catch {
      // Unreadable: falls through to be removed.
    }
    from.removeItem(KEY);
    return null;
  };
  const erase = () => {
    const own = tab?.getItem(KEY);
    // What another tab has typed since is not this tab's to erase.
    if (!own || storage.getItem(KEY) === own) storage.removeItem(KEY);
    tab?.removeItem(KEY);
  };
  const kept = (): Kept | null => (tab && read(tab)) ?? read(storage);
  return {
    /** The kept text, every field a string; null when there is none. */
    load: (): QuoteDraft | null => kept()?.quote ?? null,
    /** What is kept beside it. */
    loadDetails: (): QuoteDetails => kept()?.details ?? NO_DETAILS,
    /** Keeps the text and what is beside it; an empty form keeps nothing. */
    save(quote: QuoteDraft, details: QuoteDetails = NO_DETAILS): void {
      const empty = QUOTE_FIELDS.every((field) => quote[field] === EMPTY_QUOTE[field]);
      if (empty && isNothing(details)) {
        erase();
        return;
      }
      const kept = JSON.stringify({ at: now(), quote, details, left: lastSignOut() });
      storage.setItem(KEY, kept);
      tab?.setItem(KEY, kept);
    },
    erase,
    /** Forgets what this tab alone has; whoever leaves erases the rest. */
    drop: () => tab?.removeItem(KEY),
  };
}

const isNothing = (details: QuoteDetails): boolean =>
  JSON.stringify(details) === JSON.stringify(NO_DETAILS);

/** The city of the request that is being written in this browser; empty where there is none. */
export function draftCity(): string {
  const [local, tab] = [usableStorage('localStorage'), usableStorage('sessionStorage')];
  return quoteDraft(local, Date.now, tab).load()?.city.trim() ?? '';
}
