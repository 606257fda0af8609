import { usableStorage } from '#browser/browser-storage.ts';
import { keptArtists, SHORTLIST_KEY } from '#features/directory/shortlist/shortlist.store.ts';
import { muralDrafts } from '#features/murals/editor/mural-drafts.store.ts';
import { reportDrafts } from '#features/payments/report-draft.store.ts';
import { countUploads } from '#features/pictures/queue/upload-entries.store.ts';
import { countWallPhotos } from '#features/pictures/queue/wall-sets.store.ts';
import { profileDrafts } from '#features/profile/profile-draft.store.ts';
import { setupDrafts } from '#features/profile/setup/setup-draft.store.ts';
import { countDrafts } from '#features/requests/conversation/message-draft.store.ts';
import { messageEntries } from '#features/requests/conversation/message-entries.store.ts';
import type { Match } from '#features/requests/lead.ts';
import type { QuoteRequest } from '#features/requests/leads.api.ts';
import { proposalDrafts } from '#features/requests/proposals/proposal-draft.store.ts';
import { QUOTE_FIELDS } from '#features/requests/quote-fields.ts';
import { reviewDrafts } from '#features/requests/reviews/review-draft.store.ts';
import { outboxEntries } from '#features/requests/sending/outbox-entries.store.ts';
import { quoteDraft } from '#features/requests/sending/quote-draft.store.ts';
import { plural } from '#lib/format.ts';

/** What signing out would erase from this device that nobody has a copy of, each as words for a list. */
export function logoutLosses(
  local: Storage = usableStorage('localStorage'),
  tab: Storage = usableStorage('sessionStorage'),
): string[] {
  const entries = outboxEntries<QuoteRequest, Match>(local, Date.now).all();
  const waiting = entries.filter((entry) => entry.state === 'sending');
  const draft = quoteDraft(local, Date.now, tab).load();
  const isWaiting = waiting.some(({ payload }) =>
    QUOTE_FIELDS.every((field) => payload.quote[field] === draft?.[field]),
  );
  const messages = messageEntries(local).all().length;
  const pictures = countUploads(local);
  const photos = countWallPhotos(local);
  const saved = keptArtists(local, SHORTLIST_KEY).length;
  return [
    waiting.length > 0 && `${plural(waiting.length, 'quote request')} not sent yet`,
    draft && !isWaiting && 'what you typed into the quote form',
    entries.length > waiting.length && 'your choice of artists for a request that was sent',
    messages > 0 && `${plural(messages, 'message')} not sent yet`,
    pictures > 0 && `${plural(pictures, 'photo')} not in your portfolio yet`,
    photos > 0 && `${plural(photos, 'photo')} of a wall not sent yet`,
    countDrafts(local, Date.now()) > 0 && 'what you typed into a message',
    saved > 0 && `your shortlist of ${plural(saved, 'artist')}`,
    proposalDrafts.count(local) > 0 && 'what you typed into a proposal',
    reportDrafts.count(local) > 0 && 'what you typed about a payment',
    reviewDrafts.count(local) > 0 && 'what you typed into a review',
    muralDrafts.count(local) > 0 && 'what you typed into a mural',
    setupDrafts.count(local) + profileDrafts.count(local) > 0 && 'what you typed into your profile',
  ].filter((loss) => loss !== false && loss !== null);
}
