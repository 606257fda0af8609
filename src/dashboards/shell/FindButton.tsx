import { useState } from 'react';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { StartFind } from '../find/found.ts';
import { ShellIcon } from './icons.tsx';
import { isShortcut } from './sidebar-state.ts';

/** Opens the search over everything, whose code comes with the first press of it or of Ctrl+K. */
export function FindButton({ load }: { load: () => Promise<StartFind> }) {
  const [open, setOpen] = useState(false);
  const hydrated = useHydrated();
  const [View] = useState(() =>
    lazyPart(async () => {
      const [{ FindDialog }, startFind] = await Promise.all([
        import('../find/FindDialog.tsx'),
        load(),
      ]);
      return ({ onClose }: { onClose: () => void }) => (
        <FindDialog startFind={startFind} onClose={onClose} />
      );
    }),
  );
  useWindowEvent('keydown', (event) => {
    if (!isShortcut(event, 'k')) return;
    event.preventDefault();
    // What lies over the page is dealt with first.
    if (!document.querySelector('dialog[open]')) setOpen(true);
  });
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        disabled={!hydrated}
        aria-label="Find"
        aria-keyshortcuts="Control+K Meta+K"
        title="Find (Ctrl+K)"
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control text-ink-2 hover:bg-line/50 hover:text-ink"
      >
        <ShellIcon name="find" />
      </button>
      {open && <View onClose={() => setOpen(false)} />}
    </>
  );
}
