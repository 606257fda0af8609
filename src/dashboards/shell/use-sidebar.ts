import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import { openModal } from '#ui/overlays/overlays.ts';
import { isShortcut, sidebarCookie, sidebarOpen } from './sidebar-state.ts';

interface Sidebar {
  open: boolean;
  toggle: () => void;
  /** Beside the page; the style sheet takes it away on narrow screens, and nothing else says how wide one is. */
  column: RefObject<HTMLElement | null>;
  drawer: RefObject<HTMLDialogElement | null>;
  /** Its content is there only meanwhile: a closed drawer would say everything twice. */
  drawerOpen: boolean;
  onDrawerClose: () => void;
}

/** The sidebar's state: a column remembered in a cookie on wide screens, a modal drawer on narrow ones. */
export function useSidebar(): Sidebar {
  const [open, setOpen] = useState(true);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const column = useRef<HTMLElement>(null);
  const drawer = useRef<HTMLDialogElement>(null);

  // Before paint, so that a closed sidebar never flashes open.
  useLayoutEffect(() => setOpen(sidebarOpen(document.cookie)), []);
  // Once its content is there, so that the focus finds it.
  useLayoutEffect(() => {
    if (drawerOpen && drawer.current) openModal(drawer.current);
  }, [drawerOpen]);

  const toggle = () => {
    if (!column.current?.offsetWidth) {
      if (drawer.current?.open) drawer.current.close();
      else setDrawerOpen(true);
      return;
    }
    // Not the cookie's state, which another tab may have changed.
    const next = !open;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox.
    document.cookie = sidebarCookie(next);
    setOpen(next);
  };

  useWindowEvent('keydown', (event) => {
    if (!isShortcut(event, 'b')) return;
    event.preventDefault();
    toggle();
  });

  return { open, toggle, column, drawer, drawerOpen, onDrawerClose: () => setDrawerOpen(false) };
}
