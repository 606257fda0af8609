import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { uploadEntries } from '#features/pictures/queue/upload-entries.store.ts';
import { WALL_PHOTO_PREFIX, wallSets } from '#features/pictures/queue/wall-sets.store.ts';
import { setupDrafts } from '#features/profile/setup/setup-draft.store.ts';
import { messageDraft } from '#features/requests/conversation/message-draft.store.ts';
import { messageEntries } from '#features/requests/conversation/message-entries.store.ts';
import { proposalDrafts } from '#features/requests/proposals/proposal-draft.store.ts';
import { NO_DETAILS } from '#features/requests/quote-details.ts';
import { EMPTY_QUOTE } from '#features/requests/quote-fields.ts';
import { reviewDrafts } from '#features/requests/reviews/review-draft.store.ts';
import { outboxEntries } from '#features/requests/sending/outbox-entries.store.ts';
import { quoteDraft } from '#features/requests/sending/quote-draft.store.ts';
import { logoutLosses } from './logout-losses.store.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NOW = 1_790_000_000_000;
const PROPOSAL_KEY = '7d9f1c52-0a65-4b7e-9d5c-0f5f0a1a2b3c';
const REVIEW = { rating: 5, body: 'Bold and kind.', name: 'Rosa', town: 'Seguin' };
const SETUP = {
  stored: { name: 'Ana', city: null, state: null, styles: [] },
  draft: { name: 'Ana Luz', city: 'Austin', state: 'TX', styles: ['abstract'] },
};
const UPLOAD = `"name":"wall.jpg","stamp":${NOW},"index":0,"prepared":true,"compared":true,"like":null,"url":null,"slot":null,"looks":null,"at":${NOW}`;

/** As browsers hold them that were here before: letter by letter, because the code that wrote them may be gone. */
const STORED: Record<string, string> = {
  'quote.draft': `{"at":${NOW},"quote":{"name":"Rosa","city":"Seguin"},"details":{},"left":null}`,
  'quote.outbox.k1': `{"key":"k1","claim":"c","payload":{"quote":{"name":"Rosa"}},"at":${NOW},"state":"sending","earlier":[],"tries":2,"next":0,"rejected":false}`,
  'quote.outbox.k2': `{"key":"k2","claim":"c","payload":{"quote":{"name":"Luz"}},"at":${NOW + 1},"state":"sending","earlier":[],"tries":0,"next":0,"parked":true}`,
  'quote.outbox.k3': `{"state":"created","key":"k3","claim":"c","id":"lead","matches":[{"id":"a"}],"fingerprints":["f"],"superseded":false,"chosen":[],"at":${NOW + 2}}`,
  'message.outbox.k4': `{"key":"k4","lead":"lead","artist":"ana","body":"Hello","pictures":2,"at":${NOW},"taken":true,"tries":0,"next":0,"refused":null}`,
  'message.outbox.k5': `{"key":"k5","lead":"lead","artist":"ana","body":"Older","at":${NOW - 1},"tries":0,"next":0,"refused":null}`,
  'message.draft.lead.ana': `{"at":${NOW},"text":"How long","pictures":1}`,
  [`upload.${NOW}-0`]: `{"id":"${NOW}-0","user":"u","run":"r",${UPLOAD}}`,
  [`wall.photo.${NOW}-0`]: `{"id":"${NOW}-0","user":"set","run":"r",${UPLOAD}}`,
  'wall.set.set': `{"id":"set","kind":"photos","key":"k1","lead":null,"token":null,"at":${NOW}}`,
  'proposal.draft.lead': `{"draft":{"draft":{"low":"1000","high":"","starts_on":"","days":"","included":[],"message":"","valid_until":"2026-12-01"},"key":"${PROPOSAL_KEY}"},"at":${NOW},"left":null}`,
  'review.draft.lead.ana': `{"draft":${JSON.stringify(REVIEW)},"at":${NOW},"left":null}`,
  'setup.draft.ana': `{"draft":${JSON.stringify(SETUP)},"at":${NOW},"left":null}`,
};

function browserBefore(): Storage {
  vi.useFakeTimers({ now: NOW + 1000, toFake: ['Date'] });
  const storage = memoryStorage();
  for (const [key, text] of Object.entries(STORED)) storage.setItem(key, text);
  vi.stubGlobal('localStorage', storage);
  return storage;
}

it('loses nothing of what a browser kept before', () => {
  const storage = browserBefore();
  expect(logoutLosses(storage, memoryStorage())).toEqual([
    '2 quote requests not sent yet',
    'what you typed into the quote form',
    'your choice of artists for a request that was sent',
    '2 messages not sent yet',
    '1 photo not in your portfolio yet',
    '1 photo of a wall not sent yet',
    'what you typed into a message',
    'what you typed into a proposal',
    'what you typed into a review',
    'what you typed into your profile',
  ]);
  expect(Object.keys(STORED).filter((key) => storage.getItem(key) === null)).toEqual([]);
});

it('reads what a browser kept before', () => {
  const storage = browserBefore();
  const now = Date.now;
  const ana = { lead: 'lead', artist: 'ana' };
  const quote = quoteDraft(storage, now);
  expect(quote.load()).toEqual({ ...EMPTY_QUOTE, name: 'Rosa', city: 'Seguin' });
  expect(quote.loadDetails()).toEqual(NO_DETAILS);
  expect(outboxEntries(storage, now).all()).toMatchObject([
    { key: 'k1', state: 'sending', payload: { quote: { name: 'Rosa' } }, rejected: false },
    { key: 'k2', state: 'sending', rejected: true },
    { key: 'k3', state: 'created', id: 'lead', matches: [{ id: 'a' }] },
  ]);
  expect(messageEntries(storage, now).of(ana)).toMatchObject([
    { key: 'k5', body: 'Older', pictures: 0, taken: false },
    { key: 'k4', body: 'Hello', pictures: 2, taken: true },
  ]);
  expect(messageDraft(storage, ana, now).load()).toBe('How long');
  const upload = { id: `${NOW}-0`, name: 'wall.jpg', stamp: NOW, prepared: true };
  expect(uploadEntries(storage, now).all()).toMatchObject([{ ...upload, user: 'u' }]);
  const photos = uploadEntries(storage, now, WALL_PHOTO_PREFIX);
  expect(photos.all()).toMatchObject([{ ...upload, user: 'set' }]);
  expect(wallSets(storage, now).get('set')).toMatchObject({ kind: 'photos', key: 'k1' });
  expect(proposalDrafts.of('lead').load()).toMatchObject({
    draft: { low: '1000' },
    key: PROPOSAL_KEY,
  });
  expect(reviewDrafts.of('lead.ana').load()).toEqual(REVIEW);
  expect(setupDrafts.of('ana').load()).toEqual(SETUP);
});
