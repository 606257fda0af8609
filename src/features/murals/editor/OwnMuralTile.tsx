import type { MouseEvent } from 'react';
import { paths } from '#config/paths.ts';
import { SortableTile } from '#features/pictures/queue/SortableTile.tsx';
import type { Sorting } from '#features/pictures/queue/use-sortable.ts';
import { wordFor } from '#lib/options.ts';
import { placeLabel } from '#lib/place.ts';
import { sizeLabel } from '#lib/size-label.ts';
import { Button } from '#ui/Button.tsx';
import type { OwnMural } from '../mural-form.ts';
import { MuralStateBadge } from './MuralStateBadge.tsx';

interface Props {
  grid: Sorting;
  mural: OwnMural;
  onOpen: () => void;
  onMore: () => void;
}

/** One mural as its artist sees it: the cover, which opens it, how far it is, and a sheet with what else there is to do. */
export function OwnMuralTile({ grid, mural, onOpen, onMore }: Props) {
  const { id, image_url: url, dimensions } = mural;
  const title = wordFor(mural.title);
  const facts = [placeLabel(mural.city, mural.state), dimensions && sizeLabel(dimensions)]
    .filter(Boolean)
    .join(' · ');
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <SortableTile
      grid={grid}
      id={id}
      picture={url ? { url, alt: '', detail: mural.picture_details[url] } : null}
      label={`Edit ${title}`}
      onPress={onOpen}
      shape="aspect-[4/3]"
      className="shadow-card"
    >
      <div className="flex flex-1 flex-col items-start gap-2 p-3 sm:p-4">
        <Button
          variant="ghost"
          size="sm"
          className="absolute top-1 right-1 size-11 rounded-control bg-paper/90 p-0"
          aria-label={`More for ${title}`}
          onClick={onMore}
        >
          <span aria-hidden="true">⋯</span>
        </Button>
        <MuralStateBadge mural={mural} />
        <h3 className="font-display text-lg wrap-anywhere sm:text-xl">
          <a href={paths.ownMural(id)} onClick={open} className="hover:underline">
            {title}
          </a>
        </h3>
        {facts && <p className="text-ink-2 text-sm wrap-anywhere">{facts}</p>}
      </div>
    </SortableTile>
  );
}
