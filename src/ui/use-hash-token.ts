import { useEffect, useState } from 'react';

/**
 * The secret of a link, which stands behind `#`; null until the page is alive. It stays there, so that a reload opens
 * the same.
 */
export function useHashToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    read();
    // A second link opened in a tab that is here already changes the hash alone.
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return token;
}
