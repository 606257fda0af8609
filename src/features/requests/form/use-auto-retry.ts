import { useEffect } from 'react';

/** Calls `retry` when its time has come and whenever the network comes back; not at all without a `key`. */
export function useAutoRetry(
  key: string | undefined,
  retryAt: number | undefined,
  retry: (key: string) => void,
): void {
  useEffect(() => {
    if (!key || retryAt === undefined) return;
    const again = () => retry(key);
    const timer = setTimeout(again, Math.max(0, retryAt - Date.now()));
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [key, retryAt, retry]);
}
