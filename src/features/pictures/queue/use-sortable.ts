import { useState } from 'react';
import { moved } from './portfolio-list.ts';
import { useDrag } from './use-drag.ts';

interface Options {
  /** The tiles as they are kept, by what their `data-picture` says. */
  stored: string[];
  save: (order: string[]) => void;
  /** What a tile is called in what a screen reader says: 'Photo'. */
  noun: string;
}

export type Sorting = ReturnType<typeof useSortable>;

/** A grid of tiles that its reader sorts: with the mouse, by a handle, or in the sheet of a tile. */
export function useSortable({ stored, save, noun }: Options) {
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
  const step = (id: string, to: number) => {
    save(moved(order, order.indexOf(id), to));
    setNews(`${noun} moved to position ${to + 1} of ${order.length}.`);
  };
  return { noun, news, order, drag, step };
}
