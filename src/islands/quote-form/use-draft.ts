import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { AUTH_STORAGE_KEY, storedContact } from '#data/browser-client.ts';
import { changedFields } from '#domain/draft.ts';
import {
  EMPTY_QUOTE,
  QUOTE_FIELDS,
  type QuoteDraft,
  type QuoteField,
} from '#domain/quote-fields.ts';
import { usableStorage } from '#stores/browser-storage.ts';
import { quoteDraft } from '#stores/quote-draft.ts';
import { type AccountFields, accountFields, withAccount } from './account-fields.ts';

/** What was typed before React arrived, or put back by the browser after a reload. */
function typedSoFar(form: HTMLFormElement | null): Partial<QuoteDraft> {
  const data = form ? new FormData(form) : new FormData();
  const typed = QUOTE_FIELDS.map((field) => [field, data.get(field)] as const);
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value));
}

/** The field of the form that somebody is in. */
function focusedIn(form: HTMLFormElement | null): string | null {
  const { activeElement } = document;
  const inside = activeElement instanceof HTMLInputElement && activeElement.form === form;
  return inside ? activeElement.name : null;
}

/** The form's text, kept in this browser at every change until `erase`. What an account fills in is shown, not kept. */
export function useDraft(form: { current: HTMLFormElement | null }) {
  const [draft, setDraft] = useState<QuoteDraft>(EMPTY_QUOTE);
  /** The same as `draft`, before it is drawn. */
  const latest = useRef<QuoteDraft>(EMPTY_QUOTE);
  const kept = useRef<ReturnType<typeof quoteDraft>>(null);

  /** What the account has filled in. */
  const account = useRef<AccountFields>(accountFields(null));

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
    account.current = accountFields(storedContact());
    show(withAccount(found, account.current, null, focusedIn(form.current)));
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

  // Whoever signs out in another tab takes their name along.
  useEffect(() => {
    const signedInOrOut = ({ key }: StorageEvent) => {
      if (key !== null && key !== AUTH_STORAGE_KEY) return;
      const before = account.current;
      account.current = accountFields(storedContact());
      show(withAccount(latest.current, account.current, before, focusedIn(form.current)));
    };
    addEventListener('storage', signedInOrOut);
    return () => removeEventListener('storage', signedInOrOut);
  }, [form, show]);

  /** Forgets what has been sent, unless something else was typed meanwhile: that is kept. Says which. */
  const erase = useCallback((sent: QuoteDraft | null): boolean => {
    if (sent && changedFields(latest.current, sent).length > 0) return false;
    kept.current?.erase();
    return true;
  }, []);
  /** Shows what is kept; once a request has been sent, that is nothing but what an account says. */
  const reload = useCallback(() => {
    account.current = accountFields(storedContact());
    show(withAccount(kept.current?.load() ?? EMPTY_QUOTE, account.current));
  }, [show]);
  /**
   * Shows nothing that was typed, because somebody has left. Asking what is kept would be too early: the mark of a
   * sign-out is a cookie, which comes later to another tab than the news of it.
   */
  const drop = useCallback(() => {
    kept.current?.drop();
    account.current = accountFields(storedContact());
    show(withAccount(EMPTY_QUOTE, account.current));
  }, [show]);
  /** What is typed by now, before it is drawn. */
  const current = useCallback(() => latest.current, []);
  const isKept = useCallback(() => kept.current?.load() != null, []);

  return { draft, current, change, erase, reload, drop, isKept };
}
