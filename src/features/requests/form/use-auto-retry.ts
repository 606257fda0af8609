import { useEffect } from 'react';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';

/** Calls `retry` when its time has come and whenever the network comes back; not at all without a `key`. */
export function useAutoRetry(
  key: string | undefined,
  retryAt: number | undefined,
  retry: (key: string) => void,
): void {
  useEffect(() => {
    if (!key || retryAt === undefined) return;
    const timer = setTimeout(() => retry(key), Math.max(0, retryAt - Date.now()));
    return () => clearTimeout(timer);
  }, [key, retryAt, retry]);
  useWindowEvent('online', () => key && retryAt !== undefined && retry(key));
}
