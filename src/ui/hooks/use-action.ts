import { toast } from '../overlays/toast.ts';
import { type AttemptedWork, useAttempt } from './use-attempt.ts';

/** Something that a press does: `busy` while it is under way; `failed` is the toast where it throws. */
export function useAction<Args extends unknown[]>(
  work: (...args: Args) => ReturnType<AttemptedWork>,
  failed: string,
) {
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(failed);
  });
  return { busy, run: (...args: Args) => attempt(() => work(...args)) };
}
