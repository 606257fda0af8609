import { useCallback, useRef, useState } from 'react';

/** 'redirecting' keeps its form busy for good, because the page is about to change. */
// biome-ignore lint/suspicious/noConfusingVoidType: most work has nothing to say.
export type AttemptedWork = () => Promise<'redirecting' | undefined | void>;

/**
 * One attempt at a time, asked for by anything: the person, a timer, or the network coming back. What is asked for
 * while one is under way is not done. `free` ends an attempt that was 'redirecting' and stayed.
 */
export function useAttempt(onError: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const report = useRef(onError);
  report.current = onError;

  const free = useCallback(() => {
    running.current = false;
    setBusy(false);
  }, []);

  const attempt = useCallback(
    async (work: AttemptedWork) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      let redirecting = false;
      try {
        redirecting = (await work()) === 'redirecting';
      } catch (error) {
        report.current(error);
      }
      if (!redirecting) free();
    },
    [free],
  );

  return { busy, attempt, free };
}
