import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type QuoteWay, quoteWay } from '#stores/quote-way.ts';
import { focusField } from './use-steps.ts';

/** The field of the form that somebody is in. */
function focusedField(form: HTMLFormElement | null): string | null {
  const focused = document.activeElement;
  return (focused && form?.contains(focused) && focused.getAttribute('name')) || null;
}

/** In steps or in the plain form, as this browser prefers it. */
export function useWay(form: RefObject<HTMLFormElement | null>) {
  const [way, show] = useState<QuoteWay>('steps');
  /** Where somebody was typing before React arrived: the other form has this field too, and the words go on there. */
  const typedIn = useRef<string | null>(null);
  useLayoutEffect(() => {
    const preferred = quoteWay.get();
    if (preferred === 'plain') typedIn.current = focusedField(form.current);
    show(preferred);
  }, [form]);
  useLayoutEffect(() => {
    if (way !== 'plain' || !typedIn.current) return;
    focusField(form.current, typedIn.current);
    typedIn.current = null;
  }, [form, way]);
  const setWay = (next: QuoteWay) => {
    quoteWay.set(next);
    show(next);
  };
  return { way, setWay };
}
