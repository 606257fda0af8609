import { whyNotSaved } from '#data/why-not-saved.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { RequestProps } from './request-props.ts';

/**
 * One press at a time; what was refused or lost is said in a toast, and nothing on the page is gone. With `onChange` the
 * page shows what is now: the artist may have been faster, or only the answer was lost.
 */
export function useChange({ read }: RequestProps['actions'], onChange?: RequestProps['onChange']) {
  return useAttempt((error) => {
    console.error(error);
    void toast.error(whyNotSaved(error));
    if (onChange) read().then(onChange, console.error);
  });
}
