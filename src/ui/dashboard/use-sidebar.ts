import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MOBILE_BREAKPOINT_PX } from '#domain/limits.ts';
import { isSidebarShortcut, sidebarCookie, sidebarOpen } from './sidebar-state.ts';

// The same as Tailwind's `md`.
const WIDE = `(min-width: ${MOBILE_BREAKPOINT_PX}px)`;
const isMobile = () => !window.matchMedia(WIDE).matches;

interface Sidebar {
  open: boolean;
  toggle: () => void;
  drawer: RefObject<HTMLDialogElement | null>;
  /** Its content is there only meanwhile: a closed drawer would say everything twice. */
  drawerOpen: boolean;
  onDrawerClose: () => void;
}

/** The sidebar's state: a column remembered in a cookie on wide screens, a modal drawer on narrow ones. */
export function useSidebar(): Sidebar {
  const [open, setOpen] = useState(true);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const drawer = useRef<HTMLDialogElement>(null);

  // Before paint, so that a closed sidebar never flashes open.
  useLayoutEffect(() => setOpen(sidebarOpen(document.cookie)), []);
  // Once its content is there, so that the focus finds it.
  useLayoutEffect(() => {
    if (drawerOpen) drawer.current?.showModal();
  }, [drawerOpen]);

  const toggle = useCallback(() => {
    if (isMobile()) {
      if (drawer.current?.open) drawer.current.close();
      else setDrawerOpen(true);
      return;
    }
    // Not the cookie's state, which another tab may have changed.
    const next = !open;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox.
    document.cookie = sidebarCookie(next);
    setOpen(next);
  }, [open]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSidebarShortcut(event)) return;
      event.preventDefault();
      toggle();
    };
    const wide = window.matchMedia(WIDE);
    const onWide = () => drawer.current?.close();
    window.addEventListener('keydown', onKey);
    wide.addEventListener('change', onWide);
    return () => {
      window.removeEventListener('keydown', onKey);
      wide.removeEventListener('change', onWide);
    };
  }, [toggle]);

  return { open, toggle, drawer, drawerOpen, onDrawerClose: () => setDrawerOpen(false) };
}
