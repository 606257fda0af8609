import { expect, it } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { AUTH_STORAGE_KEY } from '#data/browser-client.ts';
import { RECENT_KEY, SHORTLIST_KEY } from '#features/directory/shortlist/shortlist.store.ts';
import { wallSets } from '#features/pictures/queue/wall-sets.store.ts';
import { EMPTY_QUOTE } from '../quote-fields.ts';
import { outboxEntries } from '../sending/outbox-entries.store.ts';
import { quoteDraft } from '../sending/quote-draft.store.ts';
import { UNFINISHED } from './unfinished.store.ts';

it.each<[string, (storage: Storage) => unknown]>([
  ['a draft', (storage) => quoteDraft(storage).save({ ...EMPTY_QUOTE, name: 'Rosa' })],
  [
    'a request on its way',
    (storage) =>
      outboxEntries(storage, Date.now).put({ state: 'sending', key: 'k', at: Date.now() } as never),
  ],
  [
    'photos of a wall',
    (storage) =>
      wallSets(storage).put({
        id: 's',
        key: null,
        lead: null,
        token: null,
        at: Date.now(),
      }),
  ],
  ['somebody signed in', (storage) => storage.setItem(AUTH_STORAGE_KEY, '{}')],
])('the form wakes for %s', (_, leave) => {
  const storage = memoryStorage();
  leave(storage);
  expect(storage.length).toBeGreaterThan(0);
  for (let i = 0; i < storage.length; i++) expect(storage.key(i)).toMatch(new RegExp(UNFINISHED));
});

it('the form sleeps on where nothing but pages were looked at', () => {
  for (const key of [RECENT_KEY, SHORTLIST_KEY]) expect(key).not.toMatch(new RegExp(UNFINISHED));
});
