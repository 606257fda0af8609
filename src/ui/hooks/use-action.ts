import { toast } from '../overlays/toast.ts';
import { type AttemptedWork, useAttempt } from './use-attempt.ts';

/** Something that a press does: `busy` while it is under way; `failed` is the toast where it throws. */
export function useAction<Args extends unknown[]>(
  work: (...args: Args) => ReturnType<AttemptedWork>,
  failed: string | ((error: unknown) => string),
) {
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(typeof failed === 'string' ? failed : failed(error));
  });
  return { busy, run: (...args: Args) => attempt(() => work(...args)) };
}
