import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isSidebarShortcut, sidebarCookie, sidebarOpen } from './sidebar-state.ts';

// 768 px is the specification's mobile breakpoint, and Tailwind's `md`.
const isMobile = () => !window.matchMedia('(min-width: 768px)').matches;

interface Sidebar {
  open: boolean;
  toggle: () => void;
  drawer: RefObject<HTMLDialogElement | null>;
}

/** The sidebar's state: a column remembered in a cookie on wide screens, a modal drawer on narrow ones. */
export function useSidebar(): Sidebar {
  const [open, setOpen] = useState(true);
  const drawer = useRef<HTMLDialogElement>(null);

  // Before paint, so that a closed sidebar never flashes open.
  useLayoutEffect(() => setOpen(sidebarOpen(document.cookie)), []);

  const toggle = useCallback(() => {
    if (isMobile()) {
      if (drawer.current?.open) drawer.current.close();
      else drawer.current?.showModal();
      return;
    }
    const next = !sidebarOpen(document.cookie);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox.
    document.cookie = sidebarCookie(next);
    setOpen(next);
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSidebarShortcut(event)) return;
      event.preventDefault();
      toggle();
    };
    const wide = window.matchMedia('(min-width: 768px)');
    const onWide = () => drawer.current?.close();
    window.addEventListener('keydown', onKey);
    wide.addEventListener('change', onWide);
    return () => {
      window.removeEventListener('keydown', onKey);
      wide.removeEventListener('change', onWide);
    };
  }, [toggle]);

  return { open, toggle, drawer };
}
