import { useState } from 'react';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import type { Pieces } from '#ui/pieces.ts';
import type { PictureDetails } from '../picture-details.ts';
import { SortableTile } from './SortableTile.tsx';
import { type TileAction, TileSheet } from './TileSheet.tsx';
import { useSortable } from './use-sortable.ts';

interface Props {
  /** What the list is called. */
  label: string;
  noun?: string;
  photos: string[];
  details: PictureDetails;
  onOrder: (order: string[]) => void;
  /** What is written on the first ones. */
  mark: string;
  marked?: number;
  actions: (url: string) => readonly TileAction[];
  /** What follows the photos in the list. */
  children?: Pieces;
}

/** Photos in an order that a drag or the sheet of each changes: of the portfolio, of a mural, in the setup. */
export function PhotoGrid(props: Props) {
  const { label, noun = 'Photo', photos, details, onOrder, mark, marked = 1, actions } = props;
  const [open, setOpen] = useState<string | null>(null);
  const grid = useSortable({ stored: photos, save: onOrder, noun });
  return (
    <>
      <LiveRegion text={grid.news} />
      <ul
        aria-label={label}
        className="grid grid-cols-3 gap-2 empty:hidden sm:grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] sm:gap-3"
      >
        {grid.order.map((url, i) => (
          <SortableTile
            key={url}
            grid={grid}
            id={url}
            picture={{ url, alt: details[url]?.alt ?? `${noun} ${i + 1}`, detail: details[url] }}
            label={`${noun} ${i + 1}`}
            onPress={() => setOpen(url)}
          >
            {i < marked && (
              <span className="pointer-events-none absolute bottom-1 left-1 max-w-[calc(100%-0.5rem)] truncate rounded-full bg-ink px-2 py-0.5 text-paper text-xs">
                {mark}
              </span>
            )}
          </SortableTile>
        ))}
        {props.children}
      </ul>
      <TileSheet
        grid={grid}
        id={open}
        picture={open}
        actions={open ? actions(open) : []}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
