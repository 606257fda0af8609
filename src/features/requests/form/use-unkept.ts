import { useSyncExternalStore } from 'react';
import { UNKEPT_EVENT, unkeptKeys } from '#browser/browser-storage.ts';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';

/** Whether something of a request is only in this page's memory, because the browser had no room or let nobody write. */
const isUnkept = (): boolean => unkeptKeys('localStorage').some((key) => key.startsWith('quote.'));

function listen(changed: () => void): () => void {
  addEventListener(UNKEPT_EVENT, changed);
  return () => removeEventListener(UNKEPT_EVENT, changed);
}

/** True from the first text on that this browser does not keep. */
export const useIsUnkept = (): boolean => useSyncExternalStore(listen, isUnkept, () => false);

/** Asks before the page is left with text that goes with it. */
export function useUnkeptWarning(): void {
  useWindowEvent('beforeunload', (event) => isUnkept() && event.preventDefault());
}
