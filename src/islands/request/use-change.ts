import { toAppError } from '#data/app-error.ts';
import { messageFor } from '#domain/errors.ts';
import { toast } from '#ui/toast.ts';
import { useAttempt } from '#ui/use-attempt.ts';

const FAILED = 'That could not be saved. Please try again.';

/** One press at a time; what was refused or lost is said in a toast, and nothing on the page is gone. */
export function useChange() {
  return useAttempt((error) => {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, FAILED));
  });
}
