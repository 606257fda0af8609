import { toast } from '../toast.ts';
import { useAttempt } from '../use-attempt.ts';
import type { RequestActions } from './types.ts';

const FAILED = 'That could not be saved. Please try again.';

/** One press at a time; what was refused or lost is said in a toast, and nothing on the page is gone. */
export function useChange({ explain }: RequestActions) {
  return useAttempt((error) => {
    console.error(error);
    void toast.error(explain(error, FAILED));
  });
}
