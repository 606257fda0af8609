import { useEffect, useState } from 'react';

/**
 * False in the served HTML and until React runs. Forms stay inert that long: a press would otherwise send
 * the page's own request, with what was typed in its address.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
