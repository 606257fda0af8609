import { useLayoutEffect, useState } from 'react';
import { type QuoteWay, quoteWay } from '#stores/quote-way.ts';

/** In steps or in the plain form, as this browser prefers it. */
export function useWay() {
  const [way, show] = useState<QuoteWay>('steps');
  useLayoutEffect(() => show(quoteWay.get()), []);
  const setWay = (next: QuoteWay) => {
    quoteWay.set(next);
    show(next);
  };
  return { way, setWay };
}
