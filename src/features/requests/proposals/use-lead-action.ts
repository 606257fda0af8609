import { useState } from 'react';
import { whyNotSaved } from '#data/why-not-saved.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import { toast } from '#ui/overlays/toast.ts';

/**
 * One press at a time; `onChanged` reads the lead again afterwards, also where the client was faster. What was pressed may
 * be gone then, so the heading of the next step has the focus.
 */
export function useLeadAction(onChanged: () => void) {
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(whyNotSaved(error));
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
