import { useCallback, useEffect, useRef, useState } from 'react';

/** Addresses that show pictures for a while, by their paths; null for what could not be had. */
export type Addresses = (paths: readonly string[]) => Promise<Record<string, string | null>>;

/** The addresses of pictures, asked for once each; undefined while one is on its way. */
export function useAddresses(paths: readonly string[], addresses: Addresses) {
  const [urls, setUrls] = useState<Record<string, string | null>>({});
  const asked = useRef(new Set<string>());
  const ask = useCallback(
    async (some: readonly string[]) => {
      for (const path of some) asked.current.add(path);
      const found = await addresses(some);
      setUrls((before) => ({ ...before, ...found }));
    },
    [addresses],
  );
  const all = paths.join();
  useEffect(() => {
    const fresh = all.split(',').filter((path) => path && !asked.current.has(path));
    if (fresh.length > 0) void ask(fresh);
  }, [all, ask]);
  return { urls, again: (some: readonly string[]) => void ask(some) };
}
