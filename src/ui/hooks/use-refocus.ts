import { useEffect, useRef } from 'react';

/** Gives the focus, at the top of the window: what follows is what is looked for, and what changes above is out of sight. */
export function lookAt(target: HTMLElement | null): void {
  target?.focus({ preventScroll: true });
  target?.scrollIntoView();
}

/**
 * Before an act goes out: the heading that will say what came of it is led to the top, and all that may move moves now,
 * under the press. It has room above for more lines, what was pressed keeps its height, and what stands below the section
 * is out of sight, so that the answer changes words alone.
 */
export function holdSection(heading: string): void {
  const target = document.getElementById(heading);
  const section = target?.closest('section');
  if (!target || !section) return;
  for (const one of section.querySelectorAll<HTMLElement>('[style*="min-height"]'))
    one.style.minHeight = '';
  const pressed = document.activeElement?.closest('dialog') ? null : document.activeElement;
  for (let one = pressed?.parentElement; one && one !== section; one = one.parentElement)
    if (section.contains(one)) one.style.minHeight = `${one.offsetHeight}px`;
  Object.assign(target.style, { display: 'flex', flexDirection: 'column', justifyContent: 'end' });
  target.style.minHeight = `calc(${target.offsetHeight}px + 4rem)`;
  section.style.minHeight = '100dvh';
  target.scrollIntoView();
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
