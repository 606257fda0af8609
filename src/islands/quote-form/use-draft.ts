import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  EMPTY_QUOTE,
  QUOTE_FIELDS,
  type QuoteDraft,
  type QuoteField,
} from '#domain/quote-fields.ts';
import { usableStorage } from '#stores/browser-storage.ts';
import { quoteDraft } from '#stores/quote-draft.ts';

/** What was typed before React arrived, or put back by the browser after a reload. */
function typedSoFar(form: HTMLFormElement | null): Partial<QuoteDraft> {
  const data = form ? new FormData(form) : new FormData();
  const typed = QUOTE_FIELDS.map((field) => [field, data.get(field)] as const);
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value));
}

/** The form's text, kept in this browser at every change until `erase`. */
export function useDraft(form: { current: HTMLFormElement | null }) {
  const [draft, setDraft] = useState<QuoteDraft>(EMPTY_QUOTE);
  /** The same as `draft`, before it is drawn. */
  const latest = useRef<QuoteDraft>(EMPTY_QUOTE);
  const kept = useRef<ReturnType<typeof quoteDraft>>(null);

  const show = useCallback((next: QuoteDraft) => {
    latest.current = next;
    setDraft(next);
  }, []);

  // In a layout effect, so that no keystroke after hydration is lost.
  useLayoutEffect(() => {
    kept.current = quoteDraft(
      usableStorage('localStorage'),
      Date.now,
      usableStorage('sessionStorage'),
    );
    const typed = typedSoFar(form.current);
    const found = { ...EMPTY_QUOTE, ...kept.current.load(), ...typed };
    show(found);
    // No change tells of what was typed before: it is kept from now on.
    if (Object.keys(typed).length > 0) kept.current.save(found);
  }, [form, show]);

  const change = useCallback(
    (patch: Partial<Record<QuoteField, string>>) => {
      const next = { ...latest.current, ...patch };
      kept.current?.save(next);
      show(next);
    },
    [show],
  );

  const erase = useCallback(() => kept.current?.erase(), []);
  /** Shows what is kept, which is nothing once a request has been sent. */
  const reload = useCallback(() => show(kept.current?.load() ?? EMPTY_QUOTE), [show]);
  const isKept = useCallback(() => kept.current?.load() != null, []);

  return { draft, change, erase, reload, isKept };
}
