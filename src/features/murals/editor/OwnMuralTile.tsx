import type { MouseEvent } from 'react';
import { paths } from '#config/paths.ts';
import { MoveButtons } from '#features/pictures/queue/MoveButtons.tsx';
import { SortableTile } from '#features/pictures/queue/SortableTile.tsx';
import type { Sorting } from '#features/pictures/queue/use-sortable.ts';
import { placeLabel } from '#lib/place.ts';
import { Button } from '#ui/Button.tsx';
import type { OwnMural } from '../mural-form.ts';
import { MuralStateBadge } from './MuralStateBadge.tsx';

interface Props {
  grid: Sorting;
  mural: OwnMural;
  onOpen: () => void;
  onRemove: () => void;
}

/** One mural as its artist sees it: the cover, how far it is, and what can be done with it. */
export function OwnMuralTile({ grid, mural, ...does }: Props) {
  const { id, title, image_url: url, dimensions } = mural;
  const movable = grid.order.length > 1;
  const facts = [placeLabel(mural.city, mural.state), dimensions].filter(Boolean).join(' · ');
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    does.onOpen();
  };
  return (
    <SortableTile
      grid={grid}
      id={id}
      picture={url ? { url, alt: '', detail: mural.picture_details[url] } : null}
      movable={movable}
      className="shadow-card"
    >
      <div className="flex flex-1 flex-col gap-2 px-4 pt-4 pb-2">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
          <MuralStateBadge mural={mural} />
          <div className="-mr-2 flex *:px-2.5 empty:hidden">
            {movable && <MoveButtons grid={grid} id={id} name={title} />}
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
    </SortableTile>
  );
}
