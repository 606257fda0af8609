import { useCallback, useEffect } from 'react';
import type { QuoteField } from '#domain/quote-fields.ts';
import { TOASTS } from '#domain/toasts.ts';
import { onSignOut } from '#stores/personal.ts';
import { toast } from '#ui/toast.ts';
import { useAttempt } from '#ui/use-attempt.ts';
import { useFormErrors } from '#ui/use-form-errors.ts';
import { useArtistChoice } from './use-artist-choice.ts';
import { useDraft } from './use-draft.ts';
import { useRequestState } from './use-request-state.ts';
import { useRequestedArtist } from './use-requested-artist.ts';
import { useRequestedMural } from './use-requested-mural.ts';
import { useResume } from './use-resume.ts';
import { useSending } from './use-sending.ts';
import { useUnkeptWarning } from './use-unkept.ts';

function couldNotSend(error: unknown): void {
  console.error(error);
  void toast.error(TOASTS.quoteFailed);
}

/** The quote flow of one tab: form, waiting for the network, choice of artists, thank-you (section 4). */
export function useQuote() {
  const formErrors = useFormErrors<QuoteField>();
  const { form, errors, clear: clearErrors } = formErrors;
  const kept = useDraft(form);
  const { draft, erase, change, drop } = kept;
  const requested = useRequestedArtist();
  const { busy, attempt, free } = useAttempt(couldNotSend);
  const mural = useRequestedMural(kept);
  const state = useRequestState();
  const { waiting, choice, earlier, setEarlier, amends, clear } = state;
  const artist = requested.id;
  const sending = useSending({ formErrors, draft, erase, artist, state, attempt });
  const choosing = useArtistChoice(choice, attempt);
  const resumeEntry = useResume(kept, state, free);

  /** Shows nothing of somebody who has signed out. What they had begun was erased where they did. */
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
    errors,
    busy,
    waiting,
    choice,
    earlier,
    requested,
    mural,
    change: (field: QuoteField, value: string) => {
      clearErrors(field);
      change({ [field]: value });
    },
    ...sending,
    ...choosing,
    openEarlier: () => earlier && resumeEntry(earlier),
  };
}
