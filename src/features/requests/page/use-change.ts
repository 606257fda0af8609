import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { RequestActions } from '../request-actions.ts';
import type { RequestProps } from './request-props.ts';

const FAILED = 'That could not be saved. Try again.';

/**
 * One press at a time; what was refused or lost is said in a toast, and nothing on the page is gone. With `onChange` the
 * page shows what is now: the artist may have been faster, or only the answer was lost.
 */
export function useChange({ explain, read }: RequestActions, onChange?: RequestProps['onChange']) {
  return useAttempt((error) => {
    console.error(error);
    void toast.error(explain(error, FAILED));
    if (onChange) read().then(onChange, console.error);
  });
}
