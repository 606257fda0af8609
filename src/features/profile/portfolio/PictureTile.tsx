import type { PictureDetail } from '#features/pictures/picture-details.ts';
import { MoveButtons } from '#features/pictures/queue/MoveButtons.tsx';
import { SortableTile } from '#features/pictures/queue/SortableTile.tsx';
import type { Sorting } from '#features/pictures/queue/use-sortable.ts';
import { Button } from '#ui/Button.tsx';

interface Props {
  grid: Sorting;
  url: string;
  detail: PictureDetail | undefined;
  onDescribe: () => void;
  onMural: () => void;
  onRemove: () => void;
}

/** One picture: drag it by mouse or by its handle, move it by its buttons, or remove it. */
export function PictureTile({ grid, url, detail, ...on }: Props) {
  const position = grid.order.indexOf(url) + 1;
  const alt = detail?.alt ?? `${position} of ${grid.order.length} in your portfolio`;
  return (
    <SortableTile grid={grid} id={url} picture={{ url, alt, detail }} movable>
      {position <= 2 && (
        <span className="absolute top-2 right-2 rounded-full bg-ink px-2.5 py-0.5 text-paper text-xs">
          On your card
        </span>
      )}
      <div className="flex items-center p-1 *:px-2.5">
        <MoveButtons grid={grid} id={url} name={`photo ${position}`} />
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={`Remove photo ${position}`}
          onClick={on.onRemove}
        >
          Remove
        </Button>
      </div>
      <div className="flex flex-wrap items-center border-line border-t p-1 *:px-2.5">
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Details of photo ${position}`}
          onClick={on.onDescribe}
        >
          Details
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={`Make photo ${position} a mural`}
          onClick={on.onMural}
        >
          <span aria-hidden="true">+</span> Mural
        </Button>
      </div>
    </SortableTile>
  );
}
