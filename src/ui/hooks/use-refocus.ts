import { useEffect, useRef } from 'react';

/** Moves the focus when `shown` changes: what was pressed to change it is gone. Not when it is first drawn. */
export function useRefocus(shown: unknown, target: () => HTMLElement | null): void {
  const drawn = useRef(shown);
  const latest = useRef(target);
  latest.current = target;
  useEffect(() => {
    if (drawn.current === shown) return;
    drawn.current = shown;
    latest.current()?.focus();
  }, [shown]);
}
