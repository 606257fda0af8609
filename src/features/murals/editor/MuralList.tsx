import { useSortable } from '#features/pictures/queue/use-sortable.ts';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import type { OwnMural } from '../mural-form.ts';
import { OwnMuralTile } from './OwnMuralTile.tsx';

interface Props {
  murals: readonly OwnMural[];
  onOpen: (id: string) => void;
  onOrder: (ids: string[]) => void;
  onRemove: (mural: OwnMural) => void;
}

/** The murals in the order in which the artist's page shows them: by mouse, by handle, or by buttons. */
export function MuralList({ murals, onOpen, onOrder, onRemove }: Props) {
  const grid = useSortable({
    stored: murals.map(({ id }) => id),
    save: onOrder,
    said: (position, count) => `Mural moved to position ${position} of ${count}.`,
  });
  return (
    <>
      <LiveRegion text={grid.news} />
      <ul
        ref={grid.list}
        aria-label="Your murals"
        className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3"
      >
        {grid.order.map((id) => {
          const mural = murals.find((one) => one.id === id);
          return (
            mural && (
              <OwnMuralTile
                key={id}
                grid={grid}
                mural={mural}
                onOpen={() => onOpen(id)}
                onRemove={() => onRemove(mural)}
              />
            )
          );
        })}
      </ul>
    </>
  );
}
