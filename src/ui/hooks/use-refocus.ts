import { useEffect, useRef } from 'react';

/** Gives the focus, at the top of the window: what follows is what is looked for, and what changes above is out of sight. */
export function lookAt(target: HTMLElement | null): void {
  target?.focus({ preventScroll: true });
  target?.scrollIntoView();
}

/** What is shown in the section of a heading may soon be shorter: it ends no higher in the window than before. */
export function holdSection(heading: string): void {
  const section = document.getElementById(heading)?.closest('section');
  if (section) section.style.minHeight = `${Math.min(section.offsetHeight, innerHeight)}px`;
}

/** Moves the focus when `shown` changes: what was pressed to change it is gone. Not when it is first drawn. */
export function useRefocus(shown: unknown, target: () => HTMLElement | null): void {
  const drawn = useRef(shown);
  const latest = useRef(target);
  latest.current = target;
  useEffect(() => {
    if (drawn.current === shown) return;
    drawn.current = shown;
    lookAt(latest.current());
  }, [shown]);
}
