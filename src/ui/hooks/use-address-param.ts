import { useCallback, useState } from 'react';
import { useWindowEvent } from './use-window-event.ts';

export const paramOf = (name: string) => new URLSearchParams(location.search).get(name);

export function addressWith(name: string, value: string | null): URL {
  const url = new URL(location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url;
}

/** A parameter of the address; each change is a step in the history, so that Back leads to what was there before. */
export function useAddressParam(name: string) {
  const [value, setValue] = useState(() => paramOf(name));
  useWindowEvent('popstate', () => setValue(paramOf(name)));
  const change = useCallback(
    (next: string | null) => {
      if (next === paramOf(name)) return;
      history.pushState(null, '', addressWith(name, next));
      setValue(next);
    },
    [name],
  );
  return [value, change] as const;
}
