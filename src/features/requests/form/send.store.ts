/*
 * What the form needs once the client uses it: zod, supabase-js, the toaster and the outbox. Loaded on first
 * touch, so that the page itself stays light, and before the press, so that losing the network then loses nothing.
 */
import { dataClient } from '#data/browser-client.ts';
import { type Violation, violations } from '#lib/violations.ts';
import { warmToaster } from '#ui/overlays/toast.ts';
import { quoteSchema } from '../quote.ts';
import { QUOTE_FIELDS, type QuoteDraft, type QuoteField } from '../quote-fields.ts';

export { whyRefused } from '#data/why-refused.ts';
export {
  publicArtistProfile,
  publicArtists,
  publicMural,
} from '#features/artists/public-artists.api.ts';
export { quoteOutbox } from '../sending/quote-outbox.store.ts';

/** The broken rules of a draft, in form order; empty when it may be sent. */
export function quoteViolations(draft: QuoteDraft): Violation<QuoteField>[] {
  const { error } = quoteSchema.safeParse(draft);
  return error ? violations(error, QUOTE_FIELDS) : [];
}

/** Fetches the rest of what a press needs. */
export function warm(): void {
  dataClient().catch(() => {});
  warmToaster();
}
