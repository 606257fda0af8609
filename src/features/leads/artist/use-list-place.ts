import { useLayoutEffect, useRef } from 'react';

/** A row that opens in the place of its list begins at its top, and leaves the list scrolled as it was, with the focus on it. */
export function useListPlace(open: string | null): void {
  const at = useRef(0);
  const last = useRef(open);
  // While the list is still on the page: a scroll event would come a frame later than the press.
  if (open && !last.current) at.current = scrollY;
  useLayoutEffect(() => {
    // What was opened takes the focus from its row; a row beside it keeps it.
    if (open && !last.current) (document.activeElement as HTMLElement | null)?.blur();
    // Where the artist goes on by keyboard.
    if (!open && last.current) linkTo(last.current)?.focus({ preventScroll: true });
    last.current = open;
    if (open || at.current > 0) scrollTo({ top: open ? 0 : at.current, behavior: 'instant' });
  }, [open]);
}

const linkTo = (row: string) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
