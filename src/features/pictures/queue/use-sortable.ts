import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { moved } from './portfolio-list.ts';
import { useDrag } from './use-drag.ts';

interface Options {
  /** The tiles as they are kept, by what their `data-picture` says. */
  stored: string[];
  save: (order: string[]) => void;
  /** What a screen reader says after a step, to a position counted from 1. */
  said: (position: number, count: number) => string;
}

export type Sorting = ReturnType<typeof useSortable>;

/** A grid of tiles that its reader sorts: with the mouse, by a handle, or by buttons with `data-move`. */
export function useSortable({ stored, save, said }: Options) {
  const list = useRef<HTMLUListElement>(null);
  const [news, setNews] = useState('');
  /** While a tile is dragged: where it would go. */
  const [preview, setPreview] = useState<string[] | null>(null);
  const order = preview ?? stored;
  const drag = useDrag({
    order,
    preview: setPreview,
    commit: (next) => {
      save(next);
      setNews('The new order is saved.');
    },
  });
  /** Moves a tile and gives the focus back to its button, since moving an element takes it away. */
  const step = (id: string, to: number, button: 'earlier' | 'later') => {
    // Within the press: a frame later the reader may have gone on, and the next key would meet this button.
    flushSync(() => {
      save(moved(order, order.indexOf(id), to));
      setNews(said(to + 1, order.length));
    });
    const tile = list.current?.querySelector(`[data-picture="${CSS.escape(id)}"]`);
    tile?.querySelector<HTMLElement>(`[data-move="${button}"]`)?.focus();
  };
  return { list, news, order, drag, step };
}
