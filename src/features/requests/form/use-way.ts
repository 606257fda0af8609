import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { tellFilled } from '#ui/forms/filled.ts';
import { type QuoteWay, quoteWay } from '../sending/quote-way.store.ts';
import { focusField } from './steps/use-steps.ts';

/** The field of the form that somebody is in. */
function focusedField(form: HTMLFormElement | null): string | null {
  const focused = document.activeElement;
  return (focused && form?.contains(focused) && focused.getAttribute('name')) || null;
}

/** In steps or in the plain form, as this browser prefers it. */
export function useWay(form: RefObject<HTMLFormElement | null>) {
  const [way, show] = useState<QuoteWay>('steps');
  useEffect(() => {
    const preferred = quoteWay.get();
    if (preferred === 'steps') return;
    // In a task of its own: the event that woke React may be about to put letters into a field, which must still be there.
    const change = setTimeout(() => {
      const field = focusedField(form.current);
      // The fields of the other form are others: they know what React knows.
      tellFilled();
      flushSync(() => show(preferred));
      // The other form has this field too, and the words go on there.
      if (field) focusField(form.current, field);
    });
    return () => clearTimeout(change);
  }, [form]);
  const setWay = (next: QuoteWay) => {
    quoteWay.set(next);
    show(next);
  };
  return { way, setWay };
}
