import type { ReactElement } from 'react';
import { cx } from '#ui/cx.ts';
import { OwnPicture } from '../OwnPicture.tsx';
import { focusPosition, type PictureDetail } from '../picture-details.ts';
import type { Sorting } from './use-sortable.ts';

interface Props {
  grid: Sorting;
  id: string;
  picture: { url: string; alt: string; detail: PictureDetail | undefined } | null;
  /** What a press on the picture is called, and what it does. */
  label: string;
  onPress: () => void;
  className?: string;
  /** The shape of the picture. */
  shape?: string;
  /** Elements only: a page that is translated needs one around each text. */
  children: ReactElement | false | (ReactElement | false)[];
}

/** A tile of a sortable grid: its picture opens it, and drags it as the handle does. */
export function SortableTile(props: Props) {
  const { grid, id, picture, label, onPress, className, shape = 'aspect-square', children } = props;
  const { dragged, grip, hasDragged } = grid.drag;
  return (
    <li
      data-picture={id}
      className={cx(
        'relative flex flex-col overflow-hidden rounded-card border bg-paper-2',
        className,
        dragged === id ? 'border-brand opacity-70 ring-2 ring-brand' : 'border-line',
      )}
    >
      <button
        type="button"
        aria-label={picture ? label : undefined}
        className={cx(
          'grid w-full cursor-pointer select-none place-items-center bg-line/50 text-ink-2 focus-visible:-outline-offset-3',
          shape,
        )}
        {...grip(id, false)}
        onClick={(event) => {
          if (hasDragged()) return;
          event.currentTarget.focus();
          onPress();
        }}
      >
        {picture ? (
          <OwnPicture
            url={picture.url}
            alt={picture.alt}
            draggable={false}
            style={{ objectPosition: focusPosition(picture.detail) }}
            className={cx('w-full bg-line object-cover', shape)}
          />
        ) : (
          <span>
            <span className="sr-only">{label}</span> <span>No photo yet</span>
          </span>
        )}
      </button>
      {grid.order.length > 1 && (
        <span
          aria-hidden="true"
          {...grip(id, true)}
          className="absolute top-1 left-1 grid size-10 cursor-grab touch-none place-items-center rounded-control bg-paper/90 text-ink pointer-fine:size-7"
        >
          ⠿
        </span>
      )}
      {children}
    </li>
  );
}
