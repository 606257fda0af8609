import { useEffect, useState } from 'react';

/**
 * Which row of a list is open. One that the address names is open from the start, as links to it want; the address
 * forgets it at once, because what lies over a page never changes the address below.
 */
export function useOpened(param: string) {
  const [id, setId] = useState(() => new URLSearchParams(location.search).get(param));
  useEffect(() => {
    const url = new URL(location.href);
    if (!url.searchParams.has(param)) return;
    url.searchParams.delete(param);
    history.replaceState(history.state, '', url);
  }, [param]);
  return [id, setId] as const;
}
