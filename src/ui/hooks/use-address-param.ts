import { useCallback, useState } from 'react';
import { useWindowEvent } from './use-window-event.ts';

const read = (name: string) => new URLSearchParams(location.search).get(name);

/** A parameter of the address; each change is a step in the history, so that Back leads to what was there before. */
export function useAddressParam(name: string) {
  const [value, setValue] = useState(() => read(name));
  useWindowEvent('popstate', () => setValue(read(name)));
  const change = useCallback(
    (next: string | null) => {
      if (next === read(name)) return;
      const url = new URL(location.href);
      if (next === null) url.searchParams.delete(name);
      else url.searchParams.set(name, next);
      history.pushState(null, '', url);
      setValue(next);
    },
    [name],
  );
  return [value, change] as const;
}
