import { useCallback, useEffect, useState } from 'react';
import { addressWith, paramOf } from './use-address-param.ts';
import { useWindowEvent } from './use-window-event.ts';

/** The dialog's entry in the history (`overlays.ts`) and the one of its address are the same: one step back ends both. */
function addEntry(name: string, value: string): void {
  const overlays = (history.state?.overlays ?? 0) + 1;
  history.pushState({ ...history.state, overlays, addressed: true }, '', addressWith(name, value));
}

/** A visitor who comes by the address itself gets the page below it as a step back. */
function enterByAddress(name: string): string | null {
  const value = paramOf(name);
  if (value !== null && !history.state?.addressed) {
    history.replaceState(history.state, '', addressWith(name, null));
    addEntry(name, value);
  }
  return value;
}

/**
 * A parameter of the address that a dialog is open for: it can be shared and reloaded, Back closes it, Forward opens
 * it again, and what lies below keeps its own part of the address.
 */
export function useOverlayParam(name: string) {
  // Not before the history has its entry, which the dialog takes.
  const [value, setValue] = useState<string | null>(null);
  useEffect(() => setValue(enterByAddress(name)), [name]);
  useWindowEvent('popstate', () => setValue(paramOf(name)));
  const open = useCallback(
    (next: string) => {
      if (paramOf(name) === null) addEntry(name, next);
      else history.replaceState(history.state, '', addressWith(name, next));
      setValue(next);
    },
    [name],
  );
  // The dialog that closes steps back over its entry, and so over the address.
  const close = useCallback(() => setValue(null), []);
  return { value, open, close };
}
