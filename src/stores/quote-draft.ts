import { EMPTY_QUOTE, QUOTE_FIELDS, type QuoteDraft } from '#domain/quote-fields.ts';

const KEY = 'quote.draft';
/** A half-written request is not kept for longer than this: it names a person. */
export const DRAFT_TTL_MS = 7 * 24 * 3600 * 1000;

/** The unsent text of the quote form, kept in this browser while it is being typed. */
export function quoteDraft(storage: Storage, now: () => number = Date.now) {
  return {
    /** The kept text, every field a string; null when there is none. */
    load(): QuoteDraft | null {
      try {
        const kept = JSON.parse(storage.getItem(KEY) ?? 'null');
        if (!kept || now() - kept.at > DRAFT_TTL_MS) {
          storage.removeItem(KEY);
          return null;
        }
        const text = (field: string) =>
          typeof kept.quote[field] === 'string' ? kept.quote[field] : '';
        return Object.fromEntries(QUOTE_FIELDS.map((f) => [f, text(f)])) as QuoteDraft;
      } catch {
        storage.removeItem(KEY);
        return null;
      }
    },
    /** Keeps the text; an empty form keeps nothing. */
    save(quote: QuoteDraft): void {
      if (QUOTE_FIELDS.every((field) => quote[field] === EMPTY_QUOTE[field]))
        storage.removeItem(KEY);
      else storage.setItem(KEY, JSON.stringify({ at: now(), quote }));
    },
    erase: () => storage.removeItem(KEY),
  };
}
