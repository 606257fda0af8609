import { usableStorage } from '#browser/browser-storage.ts';

/** An artist who has a request, as the thank-you page names them. */
export interface Receiver {
  name: string;
  slug: string;
}

/** Kept in this tab from the press that sends to the page that thanks, and no longer. */
export const SENT_KEY = 'quote.thanks';

/** Tells the next page who has the request that was just sent; an empty list is nobody yet. */
export function keepReceivers(receivers: readonly Receiver[]): void {
  const kept = receivers.map(({ name, slug }) => ({ name, slug }));
  // A browser that refuses storage gets the page that is true for everybody.
  usableStorage('sessionStorage').setItem(SENT_KEY, JSON.stringify(kept));
}

/** Who has it, once: reading it clears it. Null when this tab has not just sent a request. */
export function takeReceivers(): Receiver[] | null {
  const storage = usableStorage('sessionStorage');
  const text = storage.getItem(SENT_KEY);
  storage.removeItem(SENT_KEY);
  try {
    const kept = JSON.parse(text ?? 'null');
    if (!Array.isArray(kept)) return null;
    const known = kept.filter(
      (one) => typeof one?.name === 'string' && typeof one.slug === 'string',
    );
    return known.length === kept.length ? known : null;
  } catch {
    return null;
  }
}
