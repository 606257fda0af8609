import type { ReactElement } from 'react';
import { cx } from '#ui/cx.ts';
import { OwnPicture } from '../OwnPicture.tsx';
import { focusPosition, type PictureDetail } from '../picture-details.ts';
import type { Sorting } from './use-sortable.ts';

interface Props {
  grid: Sorting;
  id: string;
  picture: { url: string; alt: string; detail: PictureDetail | undefined } | null;
  /** Whether there is another position for it. */
  movable: boolean;
  className?: string;
  /** Elements only: a page that is translated needs one around each text. */
  children: (ReactElement | false)[];
}

/** A tile of a sortable grid: its picture and the handle on it drag it. */
export function SortableTile({ grid, id, picture, movable, className, children }: Props) {
  const { dragged, grip } = grid.drag;
  return (
    <li
      data-picture={id}
      className={cx(
        'relative flex flex-col overflow-hidden rounded-card border bg-paper-2',
        className,
        dragged === id ? 'border-brand opacity-70 ring-2 ring-brand' : 'border-line',
      )}
    >
      {picture ? (
        <OwnPicture
          url={picture.url}
          alt={picture.alt}
          draggable={false}
          style={{ objectPosition: focusPosition(picture.detail) }}
          {...grip(id, false)}
          className="aspect-[4/3] w-full cursor-grab select-none bg-line object-cover"
        />
      ) : (
        <div className="grid aspect-[4/3] place-items-center bg-line/50 text-ink-2">
          No photo yet
        </div>
      )}
      {movable && (
        <span
          aria-hidden="true"
          {...grip(id, true)}
          className="absolute top-2 left-2 grid size-10 cursor-grab touch-none place-items-center rounded-control bg-paper/90 text-ink"
        >
          ⠿
        </span>
      )}
      {children}
    </li>
  );
}
