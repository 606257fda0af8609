import { useEffect, useState } from 'react';

/**
 * What stands behind `#`, as the secret of a link does; null until the page is alive. It stays there, so that a reload
 * opens the same.
 */
export function useHash(): string | null {
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setHash(location.hash.slice(1));
    read();
    // A second link opened in a tab that is here already changes the hash alone.
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return hash;
}
