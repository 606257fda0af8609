import { useCallback, useRef, useState } from 'react';
import { OF_PHOTO, OPEN_MURAL, paths } from '#config/paths.ts';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import { NEW_MURAL } from '../mural-form.ts';

const read = () => {
  const params = new URLSearchParams(location.search);
  return { open: params.get(OPEN_MURAL), photo: params.get(OF_PHOTO) };
};

/** Which mural is open, in the address, so that Back, Forward and a bookmark work. */
export function useMuralsAddress() {
  /** `key` changes with what is open, and not when a new mural is stored. */
  const [at, setAt] = useState(() => ({ ...read(), key: 0 }));
  /** The new mural, once it is stored: entries of the history from before still call it new. */
  const stored = useRef<string | null>(null);
  const follow = useCallback(() => {
    const next = read();
    if (next.open === NEW_MURAL && stored.current) {
      next.open = stored.current;
      history.replaceState(history.state, '', paths.ownMural(stored.current));
    }
    setAt((now) => (next.open === now.open ? now : { ...next, key: now.key + 1 }));
  }, []);
  useWindowEvent('popstate', follow);
  const go = useCallback(
    (id: string | null) => {
      if (id === NEW_MURAL) stored.current = null;
      history.pushState(null, '', id ? paths.ownMural(id) : paths.dashboard('artist', 'murals'));
      follow();
      window.scrollTo({ top: 0 });
    },
    [follow],
  );
  const made = useCallback((id: string) => {
    stored.current = id;
    history.replaceState(history.state, '', paths.ownMural(id));
    setAt((now) => ({ ...now, open: id }));
  }, []);
  return { ...at, go, made };
}
