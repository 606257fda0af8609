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
  onRemove: () => void;
}

/** One picture of a mural: move it, make it the cover, say what it shows, or remove it. */
export function MuralPictureTile({ grid, url, detail, onDescribe, onRemove }: Props) {
  const position = grid.order.indexOf(url) + 1;
  const name = `photo ${position}`;
  const movable = grid.order.length > 1;
  const alt = detail?.alt ?? `Photo ${position}`;
  return (
    <SortableTile grid={grid} id={url} picture={{ url, alt, detail }} movable={movable}>
      {position === 1 && (
        <span className="absolute top-2 right-2 rounded-full bg-ink px-2.5 py-0.5 text-paper text-xs">
          Cover
        </span>
      )}
      <div className="flex flex-wrap items-center p-1 *:px-2.5">
        {movable && <MoveButtons grid={grid} id={url} name={name} />}
        {position > 1 && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Make ${name} the cover`}
            onClick={() => grid.step(url, 0, 'later')}
          >
            Cover
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-label={`Details of ${name}`} onClick={onDescribe}>
          Details
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </SortableTile>
  );
}
