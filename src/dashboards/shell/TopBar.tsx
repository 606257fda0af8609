import type { ReactNode } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import type { Pieces } from '#ui/pieces.ts';
import { PaintStripe } from './Brand.tsx';
import { ShellIcon } from './icons.tsx';

interface Props {
  title: string;
  find: Pieces;
  bell: Pieces;
  actions: ReactNode;
  /** They are short enough to stand beside the heading everywhere. */
  isShort: boolean;
  onToggle: () => void;
}

const ICON_BUTTON =
  'grid cursor-pointer place-items-center rounded-control text-ink-2 hover:bg-line/50 hover:text-ink';

/** Heading of the open tab, the sidebar's trigger, and the tab's main action (below the heading where both have no room). */
export function TopBar({ title, find, bell, actions, isShort, onToggle }: Props) {
  // A press on the served page, before its code is there, would be lost.
  const hydrated = useHydrated();
  return (
    <header className="sticky top-0 z-10 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-line max-[22rem]:gap-x-1 border-b bg-paper px-4 py-2 max-md:pt-0 md:px-8">
      {/* Where the sidebar, which carries it on wider screens, is out of sight. */}
      <PaintStripe className="-mx-4 basis-[calc(100%+2rem)] md:hidden" />
      <button
        type="button"
        onClick={onToggle}
        disabled={!hydrated}
        className={`-ml-2 size-11 content-center gap-px font-semibold text-[0.6875rem] leading-none md:hidden ${ICON_BUTTON}`}
      >
        <ShellIcon name="menu" />
        Menu
      </button>
      <button
        type="button"
        onClick={onToggle}
        disabled={!hydrated}
        aria-label="Toggle sidebar"
        aria-keyshortcuts="Control+B Meta+B"
        title="Toggle sidebar (Ctrl+B)"
        className={`-ml-2 size-10 max-md:hidden ${ICON_BUTTON}`}
      >
        <ShellIcon name="sidebar" />
      </button>
      <h1 className="min-w-0 flex-1 wrap-break-word font-display text-xl max-[22rem]:text-lg md:text-2xl">
        {title}
      </h1>
      {actions && (
        <div className={isShort ? undefined : 'max-lg:order-last max-lg:basis-full'}>{actions}</div>
      )}
      {find}
      {bell}
    </header>
  );
}

/** Closes the drawer; Escape and a press beside it do the same. */
export function DrawerClose({ onClose }: { onClose: () => void }) {
  return (
    <button
      type="button"
      onClick={onClose}
      aria-label="Close menu"
      className={`absolute top-2 right-2 z-10 size-11 ${ICON_BUTTON}`}
    >
      <ShellIcon name="close" />
    </button>
  );
}
