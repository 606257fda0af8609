/*
 * What the form needs once the client uses it: zod, supabase-js, the toaster and the outbox. Loaded on first
 * touch, so that the page itself stays light, and before the press, so that losing the network then loses nothing.
 */
import { dataClient } from '#data/browser-client.ts';
import { TYPED_FACTS, type TypedFacts } from '#features/site-facts/site-facts.ts';
import { typedFactsSchema } from '#features/site-facts/site-facts-schema.ts';
import { type Violation, violations } from '#lib/violations.ts';
import { warmToaster } from '#ui/overlays/toast.ts';
import { quoteSchema } from '../quote.ts';
import { QUOTE_FIELDS, type QuoteDraft, type QuoteFormField } from '../quote-fields.ts';

export { serverViolation } from '#data/server-violation.ts';
export {
  publicArtistProfile,
  publicArtists,
  publicMural,
} from '#features/artists/public-artists.api.ts';
export { quoteOutbox } from '../sending/quote-outbox.store.ts';

/** The broken rules of a draft and of what is said about its site, in form order; empty when it may be sent. */
export function quoteViolations(draft: QuoteDraft, facts: TypedFacts): Violation<QuoteFormField>[] {
  const [quote, site] = [quoteSchema.safeParse(draft), typedFactsSchema.safeParse(facts)];
  return [
    ...(quote.error ? violations(quote.error, QUOTE_FIELDS) : []),
    ...(site.error ? violations(site.error, TYPED_FACTS) : []),
  ];
}

/** Fetches the rest of what a press needs. */
export function warm(): void {
  dataClient().catch(() => {});
  warmToaster();
}
