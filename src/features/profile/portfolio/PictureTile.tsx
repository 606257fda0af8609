import type { PointerEvent } from 'react';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { focusPosition, type PictureDetail } from '#features/pictures/picture-details.ts';
import type { useDrag } from '#features/pictures/queue/use-drag.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';

interface Props {
  url: string;
  position: number;
  count: number;
  dragged: boolean;
  drag: ReturnType<typeof useDrag>;
  detail: PictureDetail | undefined;
  onStep: (by: -1 | 1) => void;
  onDescribe: () => void;
  onMural: () => void;
  onRemove: () => void;
}

const MOVES = [
  { name: 'earlier', by: -1, arrow: '←' },
  { name: 'later', by: 1, arrow: '→' },
] as const;

/** One picture: drag it by mouse or by its handle, move it by its buttons, or remove it. */
export function PictureTile(props: Props) {
  const { url, position, count, dragged, drag, detail, onStep, onRemove } = props;
  const pointer = (handle: boolean) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => drag.down(event, url, handle),
    onPointerMove: drag.move,
    onPointerUp: drag.up,
    onPointerCancel: drag.cancel,
  });
  return (
    <li
      data-picture={url}
      className={cx(
        'relative flex flex-col overflow-hidden rounded-card border bg-paper-2',
        dragged ? 'border-brand opacity-70 ring-2 ring-brand' : 'border-line',
      )}
    >
      <OwnPicture
        url={url}
        alt={detail?.alt ?? `${position} of ${count} in your portfolio`}
        draggable={false}
        style={{ objectPosition: focusPosition(detail) }}
        {...pointer(false)}
        className="aspect-[4/3] w-full cursor-grab select-none bg-line object-cover"
      />
      <span
        aria-hidden="true"
        {...pointer(true)}
        className="absolute top-2 left-2 grid size-10 cursor-grab touch-none place-items-center rounded-control bg-paper/90 text-ink"
      >
        ⠿
      </span>
      {position <= 2 && (
        <span className="absolute top-2 right-2 rounded-full bg-ink px-2.5 py-0.5 text-paper text-xs">
          On your card
        </span>
      )}
      <div className="flex items-center p-1 *:px-2.5">
        {MOVES.map(({ name, by, arrow }) => (
          <Button
            key={name}
            variant="ghost"
            size="sm"
            data-move={name}
            disabled={position + by < 1 || position + by > count}
            aria-label={`Move image ${position} ${name}`}
            onClick={() => onStep(by)}
          >
            <span aria-hidden="true">{arrow}</span>
          </Button>
        ))}
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={`Remove image ${position}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      <div className="flex flex-wrap items-center border-line border-t p-1 *:px-2.5">
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Details of image ${position}`}
          onClick={props.onDescribe}
        >
          Details
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={`Make image ${position} a mural`}
          onClick={props.onMural}
        >
          <span aria-hidden="true">+</span> Mural
        </Button>
      </div>
    </li>
  );
}
