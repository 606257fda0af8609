import type { MouseEvent, PointerEvent } from 'react';
import { paths } from '#config/paths.ts';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { focusPosition } from '#features/pictures/picture-details.ts';
import type { useDrag } from '#features/pictures/queue/use-drag.ts';
import { placeLabel } from '#lib/place.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import type { OwnMural } from '../mural-form.ts';
import { MuralStateBadge } from './MuralStateBadge.tsx';

interface Props {
  mural: OwnMural;
  position: number;
  count: number;
  dragged: boolean;
  drag: ReturnType<typeof useDrag>;
  onStep: (by: -1 | 1) => void;
  onOpen: () => void;
  onRemove: () => void;
}

const MOVES = [
  { name: 'earlier', by: -1, arrow: '←' },
  { name: 'later', by: 1, arrow: '→' },
] as const;

/** One mural as its artist sees it: the cover, how far it is, and what can be done with it. */
export function OwnMuralTile({ mural, position, count, dragged, drag, onStep, ...does }: Props) {
  const { id, title, image_url, dimensions } = mural;
  const facts = [placeLabel(mural.city, mural.state), dimensions].filter(Boolean).join(' · ');
  const pointer = (handle: boolean) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => drag.down(event, id, handle),
    onPointerMove: drag.move,
    onPointerUp: drag.up,
    onPointerCancel: drag.cancel,
  });
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    does.onOpen();
  };
  return (
    <li
      data-picture={id}
      className={cx(
        'relative flex flex-col overflow-hidden rounded-card border bg-paper-2 shadow-card',
        dragged ? 'border-brand opacity-70 ring-2 ring-brand' : 'border-line',
      )}
    >
      {image_url ? (
        <OwnPicture
          url={image_url}
          alt=""
          draggable={false}
          style={{ objectPosition: focusPosition(mural.picture_details[image_url]) }}
          {...pointer(false)}
          className="aspect-[4/3] w-full cursor-grab select-none bg-line object-cover"
        />
      ) : (
        <div className="grid aspect-[4/3] place-items-center bg-line/50 text-ink-2">
          No picture yet
        </div>
      )}
      {count > 1 && (
        <span
          aria-hidden="true"
          {...pointer(true)}
          className="absolute top-2 left-2 grid size-10 cursor-grab touch-none place-items-center rounded-control bg-paper/90 text-ink"
        >
          ⠿
        </span>
      )}
      <div className="flex flex-1 flex-col gap-2 px-4 pt-4 pb-2">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
          <MuralStateBadge mural={mural} />
          <div className="-mr-2 flex *:px-2.5 empty:hidden">
            {count > 1 &&
              MOVES.map(({ name, by, arrow }) => (
                <Button
                  key={name}
                  variant="ghost"
                  size="sm"
                  data-move={name}
                  disabled={position + by < 1 || position + by > count}
                  aria-label={`Move ${title} ${name}`}
                  onClick={() => onStep(by)}
                >
                  <span aria-hidden="true">{arrow}</span>
                </Button>
              ))}
          </div>
        </div>
        <h2 className="font-display text-xl wrap-anywhere">
          <a href={paths.ownMural(id)} onClick={open} className="hover:underline">
            {title}
          </a>
        </h2>
        {facts && <p className="text-ink-2 text-sm wrap-anywhere">{facts}</p>}
      </div>
      <div className="flex flex-wrap items-center p-2 *:px-2!">
        <Button variant="ghost" size="sm" aria-label={`Edit ${title}`} onClick={does.onOpen}>
          Edit
        </Button>
        {mural.public_visible && (
          <a
            href={paths.mural(mural.slug)}
            aria-label={`View the page of ${title}`}
            className="btn min-h-9 px-3 py-1 text-ink text-sm hover:bg-paper-2"
          >
            View
          </a>
        )}
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={`Remove ${title}`}
          onClick={does.onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
