import type { QuoteRequest } from '#data/leads.ts';
import { plural } from '#domain/format.ts';
import type { Match } from '#domain/lead.ts';
import { QUOTE_FIELDS } from '#domain/quote-fields.ts';
import { usableStorage } from './browser-storage.ts';
import { countDrafts } from './message-draft.ts';
import { messageEntries } from './message-entries.ts';
import { outboxEntries } from './outbox-entries.ts';
import { keptProposals } from './proposal-draft.ts';
import { quoteDraft } from './quote-draft.ts';
import { keptReviews } from './review-draft.ts';
import { keptSetups } from './setup-draft.ts';
import { keptArtists, SHORTLIST_KEY } from './shortlist.ts';
import { countUploads } from './upload-entries.ts';
import { countWallPhotos } from './wall-sets.ts';

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
    pictures > 0 && `${plural(pictures, 'picture')} not in your portfolio yet`,
    photos > 0 && `${plural(photos, 'photo')} of a wall not sent yet`,
    countDrafts(local, Date.now()) > 0 && 'what you typed into a message',
    saved > 0 && `your shortlist of ${plural(saved, 'artist')}`,
    keptProposals(local) > 0 && 'what you typed into a proposal',
    keptReviews(local) > 0 && 'what you typed into a review',
    keptSetups(local) > 0 && 'what you typed into your profile',
  ].filter((loss) => loss !== false && loss !== null);
}
