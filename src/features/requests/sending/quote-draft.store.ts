import { KEPT_MS, keptTable } from '#browser/kept-table.ts';
import { lastSignOut } from '#browser/personal.ts';
import { keptDetails, NO_DETAILS, type QuoteDetails } from '../quote-details.ts';
import { EMPTY_QUOTE, QUOTE_FIELDS, type QuoteDraft } from '../quote-fields.ts';

const PREFIX = 'quote.';
const ID = 'draft';
const KEY = PREFIX + ID;

interface Kept {
  at: number;
  quote: QuoteDraft;
  details: QuoteDetails;
  /** The last sign-out when it was typed. */
  left: string | null;
}

/** What is kept as the form takes it: every field a string. A tab that slept through a sign-out still holds what was erased everywhere else. */
function shown(kept: Kept): Kept | null {
  if (!kept.quote || (kept.left ?? null) !== lastSignOut()) return null;
  const text = (field: keyof QuoteDraft) => {
    const typed: unknown = kept.quote[field];
    return [field, typeof typed === 'string' ? typed : ''];
  };
  const quote: QuoteDraft = Object.fromEntries(QUOTE_FIELDS.map(text));
  return { ...kept, quote, details: keptDetails(kept.details) };
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
  const tableIn = (area: Storage) =>
    keptTable({ storage: area, prefix: PREFIX, keptMs: KEPT_MS.unsent, now, read: shown });
  const [shared, own] = [tableIn(storage), tab && tableIn(tab)];
  const kept = () => own?.get(ID) ?? shared.get(ID);
  const erase = () => {
    const text = tab?.getItem(KEY);
    // What another tab has typed since is not this tab's to erase.
    if (!text || storage.getItem(KEY) === text) shared.remove(ID);
    own?.remove(ID);
  };
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
      const typed = { at: now(), quote, details, left: lastSignOut() };
      for (const table of [shared, own]) table?.put(ID, typed);
    },
    erase,
    /** Forgets what this tab alone has; signing out erases the rest. */
    drop: () => own?.remove(ID),
  };
}

const isNothing = (details: QuoteDetails): boolean =>
  JSON.stringify(details) === JSON.stringify(NO_DETAILS);
