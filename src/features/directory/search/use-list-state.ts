import { useCallback, useEffect, useRef, useState } from 'react';
import { earlyChoices } from './early-choices.ts';
import type { ListRules, ListSearch } from './list-search.ts';

/** The address of a list in a given state. */
export function listHref(rules: ListRules, path: string, search: ListSearch): string {
  const query = rules.toParams(search).toString();
  return query ? `${path}?${query}` : path;
}

/**
 * The list's state, which lives in the address: shareable, and Back undoes one step. While a visitor types,
 * the address is replaced instead, so that Back does not undo letter by letter.
 * Null until the person asks for anything but what the page already shows.
 */
export function useListState(rules: ListRules, path: string) {
  const [search, setSearch] = useState<ListSearch | null>(null);
  const typing = useRef(false);

  useEffect(() => {
    const read = () => {
      typing.current = false;
      setSearch(rules.fromParams(new URLSearchParams(location.search)));
    };
    if (location.search.length > 1) read();
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, [rules]);

  const [early] = useState(() => earlyChoices(rules));
  const go = useCallback(
    (next: ListSearch, how: 'step' | 'typing' = 'step') => {
      const href = listHref(rules, path, next);
      const change = how === 'typing' && typing.current ? 'replaceState' : 'pushState';
      typing.current = how === 'typing';
      setSearch(next);
      // After the search was asked, which need not wait for a new address: that takes some milliseconds.
      setTimeout(() => {
        // A choice may arrive twice while React arrives: asked again for the same, Back has nothing to undo.
        const same = href === location.pathname + location.search;
        history[same ? 'replaceState' : change](history.state, '', href);
      });
    },
    [rules, path],
  );

  useEffect(() => {
    // What was chosen before React arrived counts, on top of what the address says.
    const asked = rules.fromParams(new URLSearchParams(location.search));
    if (early) go({ ...asked, ...early, page: 1 });
  }, [rules, early, go]);

  return { search, go };
}
