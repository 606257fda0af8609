import type { SubmitEvent } from 'react';
import { useAttempt, type Work } from '../hooks/use-attempt.ts';

/** The submissions of one form: double clicks and Enter while one is under way do nothing. */
export function useSubmit(send: Work, onError: (error: unknown) => void) {
  const { busy, attempt } = useAttempt(onError);
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    return attempt(send);
  };
  return { busy, submit };
}
