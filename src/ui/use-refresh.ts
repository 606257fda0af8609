import { useEffect } from 'react';
import { createPoller, onWake } from '#browser/poller.ts';

/** How often a page asks what is new of what it shows, where nothing tells it. */
const REFRESH_MS = 10_000;

/** Asks again while the page is seen; `refresh` must be stable between renders. */
export function useRefresh(refresh: () => void): void {
  useEffect(() => {
    const ask = async () => refresh();
    const poller = createPoller({ ask, awake: () => !document.hidden, everyMs: REFRESH_MS });
    const timer = setTimeout(poller.wake, REFRESH_MS);
    const stopWaking = onWake(poller.wake);
    return () => {
      clearTimeout(timer);
      stopWaking();
      poller.stop();
    };
  }, [refresh]);
}
