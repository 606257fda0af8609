import type { SubmitEvent } from 'react';
import { type AttemptedWork, useAttempt } from '../hooks/use-attempt.ts';

/** The submissions of one form: double clicks and Enter while one is under way do nothing. */
export function useSubmit(send: AttemptedWork, onError: (error: unknown) => void) {
  const { busy, attempt } = useAttempt(onError);
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    return attempt(send);
  };
  return { busy, submit };
}
