import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { usableStorage } from '#browser/browser-storage.ts';
import { AUTH_STORAGE_KEY, storedContact } from '#data/browser-client.ts';
import { changedFields } from '#lib/draft.ts';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import {
  type AskedFor,
  isSameRequest,
  NO_DETAILS,
  type QuoteDetails,
  sentDetails,
} from '../quote-details.ts';
import { EMPTY_QUOTE, type QuoteDraft, type QuoteField } from '../quote-fields.ts';
import { quoteDraft } from '../sending/quote-draft.store.ts';
import { type AccountFields, accountFields, withAccount } from './account-fields.store.ts';
import { isSamePage } from './own-entry.store.ts';
import { chosenSoFar, typedSoFar } from './typed-so-far.ts';

/** What the form holds, and what is beside it. */
interface Held {
  quote: QuoteDraft;
  details: QuoteDetails;
}
const NOTHING: Held = { quote: EMPTY_QUOTE, details: NO_DETAILS };

/** The field of the form that has the focus. */
function focusedIn(form: HTMLFormElement | null): string | null {
  const { activeElement } = document;
  const inside = activeElement instanceof HTMLInputElement && activeElement.form === form;
  return inside ? activeElement.name : null;
}

/** The form's text, kept in this browser at every change until `erase`. What an account fills in is shown, not kept. */
export function useQuoteDraft(form: { current: HTMLFormElement | null }) {
  const [held, setHeld] = useState<Held>(NOTHING);
  /** The same as `held`, before it is drawn. */
  const latest = useRef<Held>(NOTHING);
  const kept = useRef<ReturnType<typeof quoteDraft>>(null);

  /** Everything that the first step asks was chosen before React arrived. */
  const early = useRef(false);
  /** What the account has filled in. */
  const account = useRef<AccountFields>(accountFields(null));

  const show = useCallback((quote: QuoteDraft, details: QuoteDetails = latest.current.details) => {
    latest.current = { quote, details };
    setHeld(latest.current);
  }, []);

  // In a layout effect, so that no keystroke after hydration is lost.
  useLayoutEffect(() => {
    kept.current = quoteDraft(
      usableStorage('localStorage'),
      Date.now,
      usableStorage('sessionStorage'),
    );
    const typed = typedSoFar(form.current);
    const chosen = chosenSoFar(form.current);
    early.current = Boolean(typed.city && typed.surface_type && chosen.place) && !isSamePage();
    const found = { ...EMPTY_QUOTE, ...kept.current.load(), ...typed };
    const details = { ...kept.current.loadDetails(), ...chosen };
    account.current = accountFields(storedContact());
    show(withAccount(found, account.current, null, focusedIn(form.current)), details);
    // No change tells of what was typed before: it is kept from now on.
    if (Object.keys({ ...typed, ...chosen }).length > 0) kept.current.save(found, details);
  }, [form, show]);

  const change = useCallback(
    (patch: Partial<Record<QuoteField, string>>, beside: Partial<QuoteDetails> = {}) => {
      const quote = { ...latest.current.quote, ...patch };
      const details = { ...latest.current.details, ...beside };
      kept.current?.save(quote, details);
      show(quote, details);
    },
    [show],
  );

  // A sign-out in another tab removes what the account filled in.
  useWindowEvent('storage', ({ key }) => {
    if (key !== null && key !== AUTH_STORAGE_KEY) return;
    const before = account.current;
    account.current = accountFields(storedContact());
    show(withAccount(latest.current.quote, account.current, before, focusedIn(form.current)));
  });

  /** Forgets what has been sent, unless something else was typed meanwhile: that is kept. Says which. */
  const erase = useCallback((sent: AskedFor | null): boolean => {
    const { quote, details } = latest.current;
    const now = { quote: sent?.quote ?? quote, details: sentDetails(quote, details) };
    const changed = sent && changedFields(quote, sent.quote).length > 0;
    if (sent && (changed || !isSameRequest(now, sent))) return false;
    kept.current?.erase();
    return true;
  }, []);
  /** Shows what is kept; once a request has been sent, that is nothing but what an account says. */
  const reload = useCallback(() => {
    account.current = accountFields(storedContact());
    const quote = kept.current?.load() ?? EMPTY_QUOTE;
    show(withAccount(quote, account.current), kept.current?.loadDetails());
  }, [show]);
  /**
   * Shows nothing that was typed, because the client has signed out. Asking what is kept would be too early: the mark of a
   * sign-out is a cookie, which comes later to another tab than the news of it.
   */
  const drop = useCallback(() => {
    kept.current?.drop();
    account.current = accountFields(storedContact());
    show(withAccount(EMPTY_QUOTE, account.current), NO_DETAILS);
  }, [show]);
  /** What is typed by now, before it is drawn. */
  const current = useCallback(() => latest.current.quote, []);
  const currentDetails = useCallback(() => latest.current.details, []);
  const isKept = useCallback(() => kept.current?.load() != null, []);

  const { quote: draft, details } = held;
  return { draft, details, current, currentDetails, change, erase, reload, drop, isKept, early };
}
