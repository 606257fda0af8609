import { useCallback } from 'react';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { useRefresh } from '#ui/hooks/use-refresh.ts';
import { toast } from '#ui/overlays/toast.ts';

/**
 * Data that several people change, read by `read`, with one act at a time: an act's answer replaces the data; a refused
 * act shows a toast and reads again. `read` must be stable between renders; `sentenceOf` says why an act was
 * refused.
 */
export function useActs<T>(read: () => Promise<T>, sentenceOf: (error: unknown) => string) {
  const load = useCallback(() => read().then((shown) => ({ shown })), [read]);
  const { data, failed, reload, refresh, change } = useLoad(load);
  const tell = useRefresh(refresh);
  const show = useCallback(
    (shown: T) => {
      change(() => ({ shown }));
      tell();
    },
    [change, tell],
  );
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(sentenceOf(error));
    // Another person may have been faster, or only the answer was lost.
    refresh();
  });
  /** Does something, shows what it answers and says so; `then` once it is done. */
  const act = (work: () => Promise<T>, said: string, then?: () => void) =>
    attempt(async () => {
      show(await work());
      then?.();
      void toast.success(said);
    });
  return { shown: data?.shown ?? null, failed, reload, refresh, show, busy, act };
}
