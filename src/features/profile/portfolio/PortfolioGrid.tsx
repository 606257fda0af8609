import type { PictureDetails } from '#features/pictures/picture-details.ts';
import { useSortable } from '#features/pictures/queue/use-sortable.ts';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import { PictureTile } from './PictureTile.tsx';

interface Props {
  stored: string[];
  onOrder: (order: string[]) => void;
  details: PictureDetails;
  onDescribe: (url: string) => void;
  onMural: (url: string) => void;
  onRemove: (url: string) => void;
}

/** The pictures in their order; the first two are the ones on the artist's card. */
export function PortfolioGrid({ stored, onOrder, details, ...on }: Props) {
  const grid = useSortable({
    stored,
    save: onOrder,
    said: (position, count) => `Photo moved to position ${position} of ${count}.`,
  });
  return (
    <>
      <LiveRegion text={grid.news} />
      <ul
        ref={grid.list}
        aria-label="Portfolio photos"
        className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-4 lg:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]"
      >
        {grid.order.map((url) => (
          <PictureTile
            key={url}
            grid={grid}
            url={url}
            detail={details[url]}
            onDescribe={() => on.onDescribe(url)}
            onMural={() => on.onMural(url)}
            onRemove={() => on.onRemove(url)}
          />
        ))}
      </ul>
    </>
  );
}
