import { describe, expect, it } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { AppError, toAppError } from '#data/app-error.ts';
import type { Match } from '../lead.ts';
import type { QuoteRequest } from '../leads.api.ts';
import { EMPTY_QUOTE } from '../quote-fields.ts';
import { createOutbox } from './outbox.store.ts';
import { quoteDraft } from './quote-draft.store.ts';
import { resumeQuotes } from './quote-resume.store.ts';

const REQUEST: QuoteRequest = {
  quote: { ...EMPTY_QUOTE, name: 'Rosa' },
  artist: null,
  website: '',
  elapsedMs: 1,
};

async function waiting(matches: Match[] = []) {
  const storage = memoryStorage();
  let online = false;
  let serial = 0;
  const outbox = createOutbox<QuoteRequest, Match, AppError>({
    storage,
    lock: (_, work) => work(),
    newKey: () => `k${++serial}`,
    newClaim: () => 'c',
    transport: {
      toRefusal: toAppError,
      submit: async () => {
        if (!online) throw new AppError({ code: 'network', message: 'lost' });
        return { id: 'lead', matches };
      },
      choose: async () => 0,
    },
  });
  quoteDraft(storage).save(REQUEST.quote);
  await outbox.submit(REQUEST);
  return {
    storage,
    outbox,
    goOnline: () => {
      online = true;
    },
  };
}

describe('resumeQuotes', () => {
  it('sends what waits, and leaves nothing behind when nobody matches', async () => {
    const w = await waiting();
    w.goOnline();
    expect(await resumeQuotes(w.outbox, w.storage)).toEqual({ arrived: 1, toChoose: 0 });
    expect(w.storage.length).toBe(0);
    expect(await resumeQuotes(w.outbox, w.storage)).toEqual({ arrived: 0, toChoose: 0 });
  });

  it('keeps the choice of artists for the form', async () => {
    const w = await waiting([{ id: 'a' } as Match]);
    w.goOnline();
    expect(await resumeQuotes(w.outbox, w.storage)).toEqual({ arrived: 1, toChoose: 1 });
    expect(w.outbox.all()).toMatchObject([{ state: 'created' }]);
    expect(quoteDraft(w.storage).load()).toBeNull();
  });

  it('goes on waiting while the network is away', async () => {
    const w = await waiting();
    expect(await resumeQuotes(w.outbox, w.storage)).toEqual({ arrived: 0, toChoose: 0 });
    expect(w.outbox.sending()).toHaveLength(1);
    expect(quoteDraft(w.storage).load()).toEqual(REQUEST.quote);
  });

  it('does not send older text than the person typed last', async () => {
    const w = await waiting();
    quoteDraft(w.storage).save({ ...REQUEST.quote, name: 'Rosa Delgado' });
    w.goOnline();
    expect(await resumeQuotes(w.outbox, w.storage)).toEqual({ arrived: 0, toChoose: 0 });
    expect(w.outbox.sending()).toHaveLength(1);
  });
});
