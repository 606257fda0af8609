import { useCallback, useEffect, useState } from 'react';
import { OPEN_MURAL, paths } from '#config/paths.ts';

const read = () => new URLSearchParams(location.search).get(OPEN_MURAL);

/** Which mural is open, in the address, so that Back, Forward and a bookmark work. */
export function useMuralsAddress() {
  const [open, setOpen] = useState(read);
  useEffect(() => {
    const follow = () => setOpen(read());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = useCallback((id: string | null) => {
    history.pushState(null, '', id ? paths.ownMural(id) : paths.dashboard('artist', 'murals'));
    setOpen(id);
    window.scrollTo({ top: 0 });
  }, []);
  return { open, go };
}
