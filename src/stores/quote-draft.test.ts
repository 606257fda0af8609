import { describe, expect, it } from 'vitest';
import { EMPTY_QUOTE } from '#domain/quote-fields.ts';
import { memoryStorage } from './browser-storage.ts';
import { DRAFT_TTL_MS, quoteDraft } from './quote-draft.ts';

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

  it('forgets after a week', () => {
    const storage = memoryStorage();
    let clock = 0;
    const draft = quoteDraft(storage, () => clock);
    draft.save(typed);
    clock = DRAFT_TTL_MS + 1;
    expect(draft.load()).toBeNull();
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

  it('can be erased', () => {
    const storage = memoryStorage();
    quoteDraft(storage).save(typed);
    quoteDraft(storage).erase();
    expect(quoteDraft(storage).load()).toBeNull();
  });
});
