import { useCallback, useRef, useState } from 'react';
import { TOASTS } from '#domain/toasts.ts';
import { toast } from '#ui/toast.ts';

/**
 * One attempt at a time, whoever asks for it: the person, a timer, or the network coming back.
 * Work that gives 'leaving' keeps the form busy for good, because the page is about to change.
 */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const free = useCallback(() => {
    running.current = false;
    setBusy(false);
  }, []);

  const attempt = useCallback(
    async (work: () => Promise<'leaving' | undefined>) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      let left = false;
      try {
        left = (await work()) === 'leaving';
      } catch (error) {
        console.error(error);
        void toast.error(TOASTS.quoteFailed);
      }
      if (!left) free();
    },
    [free],
  );

  return { busy, attempt, free };
}
