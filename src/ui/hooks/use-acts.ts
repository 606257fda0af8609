import { useCallback, useState } from 'react';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { holdSection, useRefocus } from '#ui/hooks/use-refocus.ts';
import { useRefresh } from '#ui/hooks/use-refresh.ts';
import { toast } from '#ui/overlays/toast.ts';

/**
 * Data that several people change, read by `read`, with one act at a time: an act's answer replaces the data; a refused
 * act shows a toast and reads again. `read` must be stable between renders; `sentenceOf` says why an act was
 * refused. After an act the heading with the id `heading` has the focus, because it says what has come of it, and what
 * stands below its section keeps out of sight.
 */
export function useActs<T>(
  read: () => Promise<T>,
  sentenceOf: (error: unknown) => string,
  heading: string,
) {
  const load = useCallback(() => read().then((shown) => ({ shown })), [read]);
  const { data, failed, reload, refresh, change } = useLoad(load);
  const tell = useRefresh(refresh);
  const [acts, setActs] = useState(0);
  useRefocus(acts, () => document.getElementById(heading));
  /** Shows what is now, where that is no act: nobody looks elsewhere for it. */
  const update = useCallback(
    (shown: T) => {
      change(() => ({ shown }));
      tell();
    },
    [change, tell],
  );
  const show = useCallback(
    (shown: T) => {
      update(shown);
      setActs((done) => done + 1);
    },
    [update],
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
      holdSection(heading);
      show(await work());
      then?.();
      void toast.success(said);
    });
  return { shown: data?.shown ?? null, failed, reload, refresh, show, update, busy, act };
}
