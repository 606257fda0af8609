import { toAppError } from '#data/app-error.ts';
import { messageFor } from '#lib/errors.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';

const FAILED = 'That could not be saved. Try again.';

/** One press at a time; `onChanged` reads the lead again afterwards, also where the client was faster. */
export function useLeadAction(onChanged: () => void) {
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, FAILED));
    onChanged();
  });
  const act = (work: () => Promise<unknown>, done: string) =>
    attempt(async () => {
      await work();
      onChanged();
      void toast.success(done);
    });
  return { busy, act };
}
