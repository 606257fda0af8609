import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { lastSignOut } from '#browser/personal.ts';
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

/** One of each, letter by letter as a browser keeps it. */
const STORED: Record<string, string> = {
  'quote.draft': `{"at":${NOW},"quote":{"name":"Rosa","city":"Seguin"},"details":{},"left":null}`,
  'quote.outbox.k1': `{"key":"k1","claim":"c","payload":{"quote":{"name":"Rosa"}},"at":${NOW},"state":"sending","earlier":[],"tries":2,"next":0,"rejected":false}`,
  'quote.outbox.k2': `{"key":"k2","claim":"c","payload":{"quote":{"name":"Luz"}},"at":${NOW + 1},"state":"sending","earlier":[],"tries":0,"next":0,"rejected":true}`,
  'quote.outbox.k3': `{"state":"created","key":"k3","claim":"c","id":"lead","matches":[{"id":"a"}],"fingerprints":["f"],"superseded":false,"chosen":[],"at":${NOW + 2}}`,
  'message.outbox.k4': `{"key":"k4","lead":"lead","artist":"ana","body":"Hello","pictures":2,"stage":null,"at":${NOW},"taken":true,"tries":0,"next":0,"refused":null}`,
  'message.outbox.k5': `{"key":"k5","lead":"lead","artist":"ana","body":"Older","pictures":0,"stage":null,"at":${NOW - 1},"taken":false,"tries":0,"next":0,"refused":null}`,
  'message.draft.lead.ana': `{"at":${NOW},"text":"How long","pictures":1}`,
  [`upload.${NOW}-0`]: `{"id":"${NOW}-0","user":"u","run":"r",${UPLOAD}}`,
  [`wall.photo.${NOW}-0`]: `{"id":"${NOW}-0","user":"set","run":"r",${UPLOAD}}`,
  'wall.set.set': `{"id":"set","kind":"photos","key":"k1","lead":null,"token":null,"at":${NOW}}`,
  'proposal.draft.lead': `{"draft":{"draft":{"low":"1000","high":"","starts_on":"","days":"","included":[],"message":"","valid_until":"2026-12-01"},"key":"${PROPOSAL_KEY}"},"at":${NOW},"left":null}`,
  'review.draft.lead.ana': `{"draft":${JSON.stringify(REVIEW)},"at":${NOW},"left":null}`,
  'setup.draft.ana': `{"draft":${JSON.stringify(SETUP)},"at":${NOW},"left":null}`,
};

function browserWithAll(): Storage {
  vi.useFakeTimers({ now: NOW + 1000, toFake: ['Date'] });
  const storage = memoryStorage();
  // Another test of this process may have signed out.
  const left = `"left":${JSON.stringify(lastSignOut())}`;
  for (const [key, text] of Object.entries(STORED))
    storage.setItem(key, text.replace('"left":null', left));
  vi.stubGlobal('localStorage', storage);
  return storage;
}

it('names all that was typed or chosen and is not sent', () => {
  const storage = browserWithAll();
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
