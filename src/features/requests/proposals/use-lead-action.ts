import { useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import { messageFor } from '#lib/errors.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import { toast } from '#ui/overlays/toast.ts';

const FAILED = 'That could not be saved. Try again.';

/**
 * One press at a time; `onChanged` reads the lead again afterwards, also where the client was faster. What was pressed may
 * be gone then, so the heading of the next step has the focus.
 */
export function useLeadAction(onChanged: () => void) {
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, FAILED));
    onChanged();
  });
  const [acts, setActs] = useState(0);
  useRefocus(acts, () => document.getElementById('next'));
  const act = (work: () => Promise<unknown>, done: string, then?: () => void) =>
    attempt(async () => {
      await work();
      onChanged();
      then?.();
      setActs((count) => count + 1);
      void toast.success(done);
    });
  return { busy, act };
}
