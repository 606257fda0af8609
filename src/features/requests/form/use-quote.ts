import { useCallback, useEffect, useMemo } from 'react';
import { onSignOut } from '#browser/personal.ts';
import { TOASTS } from '#lib/toasts.ts';
import { textFields } from '#ui/forms/FormField.tsx';
import { type FormErrors, useFormErrors } from '#ui/forms/use-form-errors.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import {
  fieldChange,
  type LikedCard,
  likedChange,
  type QuoteDetails,
  sentDetails,
} from '../quote-details.ts';
import type { QuoteDraft, QuoteField } from '../quote-fields.ts';
import { FIELD_VIEWS } from './fields.ts';
import { useSteps } from './steps/use-steps.ts';
import { useArtistChoice } from './use-artist-choice.ts';
import { useAskedArtists } from './use-asked-artists.ts';
import { useQuoteDraft } from './use-quote-draft.ts';
import { useRequestState } from './use-request-state.ts';
import { useRequestedMural } from './use-requested-mural.ts';
import { useResume } from './use-resume.ts';
import { useSending } from './use-sending.ts';
import { useUnkeptWarning } from './use-unkept.ts';

function couldNotSend(error: unknown): void {
  console.error(error);
  void toast.error(TOASTS.quoteFailed);
}

/** Errors whose first one is looked for in the step that asks for its field. */
function useRevealed(errors: FormErrors<QuoteField>, reveal: (field: QuoteField) => void) {
  const { refuse: show } = errors;
  const refuse = useCallback<typeof show>(
    (refusals) => {
      show(refusals);
      const [first] = refusals;
      if (typeof first === 'object' && first.field) reveal(first.field);
    },
    [show, reveal],
  );
  return useMemo(() => ({ ...errors, refuse }), [errors, refuse]);
}

/** Changes of the form, each of which takes the errors of its fields away. */
function useChanges(kept: ReturnType<typeof useQuoteDraft>, clear: (field: QuoteField) => void) {
  const { change, currentDetails } = kept;
  const choose = (quote: Partial<QuoteDraft>, details: Partial<QuoteDetails> = {}) => {
    for (const field of Object.keys(quote)) clear(field as QuoteField);
    change(quote, details);
  };
  return {
    choose,
    change: (field: QuoteField, value: string) => {
      const { quote, details } = fieldChange(field, value);
      choose(quote, details);
    },
    like: (liked: readonly LikedCard[]) => {
      const { quote, details } = likedChange(currentDetails(), liked);
      choose(quote, details);
    },
  };
}

/** The quote flow of one tab: form, waiting for the network, choice of artists, thank-you (section 4). */
export function useQuote() {
  const formErrors = useFormErrors<QuoteField>();
  const { form, errors, clear: clearErrors } = formErrors;
  const kept = useQuoteDraft(form);
  const { draft, details, erase, drop } = kept;
  const steps = useSteps(form);
  const { early } = kept;
  const { go } = steps;
  useEffect(() => {
    if (early.current) go(1);
  }, [early, go]);
  const askedArtists = useAskedArtists();
  const { busy, attempt, free } = useAttempt(couldNotSend);
  useRequestedMural(kept);
  const state = useRequestState();
  const { waiting, choice, earlier, setEarlier, amends, clear } = state;
  const revealed = useRevealed(formErrors, steps.reveal);
  const beside = sentDetails(draft, details);
  const asked = beside ? { quote: draft, details: beside } : { quote: draft };
  const sending = useSending({
    formErrors: revealed,
    asked,
    erase,
    askedArtists,
    state,
    attempt,
  });
  const choosing = useArtistChoice(choice, attempt);
  const resumeEntry = useResume(kept, state, free);

  /** Shows nothing of a person who has signed out. What they had begun was erased where they did. */
  const forget = useCallback(() => {
    amends.current = null;
    clear();
    setEarlier(null);
    clearErrors();
    drop();
  }, [amends, clear, setEarlier, clearErrors, drop]);
  useEffect(() => onSignOut(forget), [forget]);
  useUnkeptWarning();

  return {
    form,
    draft,
    details,
    steps,
    errors,
    busy,
    waiting,
    choice,
    earlier,
    askedArtists,
    ...useChanges(kept, clearErrors),
    ...sending,
    ...choosing,
    openEarlier: () => earlier && resumeEntry(earlier),
  };
}

/** The fields of the quote form that are typed, each by its name. */
export const quoteFields =
  ({ draft, errors, change }: ReturnType<typeof useQuote>) =>
  (name: QuoteField) =>
    textFields({ draft, errors, set: change })(name, FIELD_VIEWS[name]);
