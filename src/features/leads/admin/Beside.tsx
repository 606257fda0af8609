import { useRef } from 'react';
import { SmallButton } from '#ui/Button.tsx';
import { useWindowEvent } from '#ui/hooks/use-window-event.ts';
import type { AdminLead } from './admin-lead.ts';

interface Props {
  /** The open lead. */
  id: string;
  list: readonly AdminLead[];
  onOpen: (id: string) => void;
}

const TYPING = 'input, textarea, select, [contenteditable]';

/** Leads from one lead of a list to the next, also by the keys K and J. */
export function Beside({ id, list, onOpen }: Props) {
  const at = list.findIndex((lead) => lead.id === id);
  // What is dealt with leaves the list: the next one has its place then.
  const place = useRef(0);
  if (at >= 0) place.current = at;
  const previous = list[place.current - 1];
  const next = list[at >= 0 ? at + 1 : place.current];

  useWindowEvent('keydown', ({ key, ctrlKey, metaKey, altKey, target }) => {
    if (ctrlKey || metaKey || altKey) return;
    if (target instanceof Element && target.closest(TYPING)) return;
    const to = { j: next, k: previous }[key.toLowerCase()];
    if (to) onOpen(to.id);
  });

  if (!previous && !next) return null;
  return (
    <div className="mb-4 flex gap-2">
      <SmallButton
        disabled={!previous}
        aria-keyshortcuts="K"
        title="Previous (K)"
        onClick={() => previous && onOpen(previous.id)}
      >
        Previous
      </SmallButton>
      <SmallButton
        disabled={!next}
        aria-keyshortcuts="J"
        title="Next (J)"
        onClick={() => next && onOpen(next.id)}
      >
        Next
      </SmallButton>
    </div>
  );
}
