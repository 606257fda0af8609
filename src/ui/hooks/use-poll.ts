import { useEffect } from 'react';
import { createPoller, onWake } from '#browser/poller.ts';

const POLL_MS = 10_000;

/** Asks again and again while the page is seen and `active`; `ask` must be stable between renders. */
export function usePoll(ask: () => void, active = true): void {
  useEffect(() => {
    if (!active) return;
    const awake = () => !document.hidden;
    const poller = createPoller({ ask: async () => ask(), awake, everyMs: POLL_MS });
    const timer = setTimeout(poller.wake, POLL_MS);
    const stopWaking = onWake(poller.wake);
    return () => {
      clearTimeout(timer);
      stopWaking();
      poller.stop();
    };
  }, [ask, active]);
}
