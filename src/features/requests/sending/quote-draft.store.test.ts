import { describe, expect, it } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { markSignOut } from '#browser/personal.ts';
import { NO_DETAILS } from '../quote-details.ts';
import { EMPTY_QUOTE } from '../quote-fields.ts';
import { quoteDraft } from './quote-draft.store.ts';

const typed = { ...EMPTY_QUOTE, name: 'Rosa', project_description: 'A wall' };

describe('quoteDraft', () => {
  it('gives back what was typed', () => {
    const storage = memoryStorage();
    quoteDraft(storage).save(typed);
    expect(quoteDraft(storage).load()).toEqual(typed);
  });

  it('keeps nothing of an empty form', () => {
    const storage = memoryStorage();
    quoteDraft(storage).save(typed);
    quoteDraft(storage).save(EMPTY_QUOTE);
    expect(storage.length).toBe(0);
  });

  it.each(['{', 'null', '{"at":1e15}', '{"at":1e15,"quote":{"name":7,"city":"Seguin"}}'])(
    'survives what it did not write: %s',
    (text) => {
      const storage = memoryStorage();
      storage.setItem('quote.draft', text);
      const quote = quoteDraft(storage).load();
      expect(quote?.name ?? '').toBe('');
      expect(quote?.city ?? 'Seguin').toBe('Seguin');
    },
  );

  it('keeps what is beside the form, also when nothing is typed yet', () => {
    const storage = memoryStorage();
    const details = { ...NO_DETAILS, place: 'inside' } as const;
    quoteDraft(storage).save(EMPTY_QUOTE, details);
    expect(quoteDraft(storage).load()).toEqual(EMPTY_QUOTE);
    expect(quoteDraft(storage).loadDetails()).toEqual(details);
    quoteDraft(storage).save(EMPTY_QUOTE, NO_DETAILS);
    expect(storage.length).toBe(0);
    expect(quoteDraft(storage).loadDetails()).toEqual(NO_DETAILS);
  });

  describe('in two tabs', () => {
    const other = { ...typed, name: 'Luz' };
    function tabs() {
      const storage = memoryStorage();
      const own = [memoryStorage(), memoryStorage()] as const;
      const open = (tab: 0 | 1) => quoteDraft(storage, Date.now, own[tab]);
      return { storage, open };
    }

    it('keeps the text of each', () => {
      const { open } = tabs();
      open(0).save(typed);
      open(1).save(other);
      expect([open(0).load(), open(1).load()]).toEqual([typed, other]);
    });

    it('shows a new tab what was typed last', () => {
      const { storage, open } = tabs();
      open(0).save(typed);
      expect(quoteDraft(storage, Date.now, memoryStorage()).load()).toEqual(typed);
    });

    it('erases its own and not what the other has typed since', () => {
      const { storage, open } = tabs();
      open(0).save(typed);
      open(1).save(other);
      open(0).erase();
      expect(open(1).load()).toEqual(other);
      expect(quoteDraft(storage).load()).toEqual(other);
      open(1).erase();
      expect(quoteDraft(storage).load()).toBeNull();
    });

    it('drops what one tab has, and nothing of the others', () => {
      const { open, storage } = tabs();
      open(0).save(typed);
      open(1).save(other);
      open(0).drop();
      expect(open(0).load()).toEqual(other);
      storage.removeItem('quote.draft');
      expect([open(0).load(), open(1).load()]).toEqual([null, other]);
    });

    it('forgets what was typed before a sign-out that the tab slept through', () => {
      const { open, storage } = tabs();
      open(0).save(typed);
      storage.removeItem('quote.draft');
      markSignOut();
      expect(open(0).load()).toBeNull();
    });
  });
});
