import { usableStorage } from '#browser/browser-storage.ts';

/** How somebody asks for a quote: a step after the other, or in the plain form. */
export type QuoteWay = 'steps' | 'plain';

/** There only for the plain form, which not everybody begins with. */
export const QUOTE_WAY_KEY = 'mural-quote-way';

/** The way of this browser. */
export const quoteWay = {
  get: (): QuoteWay =>
    usableStorage('localStorage').getItem(QUOTE_WAY_KEY) === 'plain' ? 'plain' : 'steps',
  set(way: QuoteWay): void {
    const storage = usableStorage('localStorage');
    if (way === 'plain') storage.setItem(QUOTE_WAY_KEY, way);
    else storage.removeItem(QUOTE_WAY_KEY);
  },
};
