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
  const { list, news, order, drag, step } = useSortable({
    stored: murals.map(({ id }) => id),
    save: onOrder,
    said: (position, count) => `Mural moved to position ${position} of ${count}.`,
  });
  return (
    <>
      <LiveRegion text={news} />
      <ul ref={list} aria-label="Your murals" className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {order.map((id, i) => {
          const mural = murals.find((one) => one.id === id);
          return (
            mural && (
              <OwnMuralTile
                key={id}
                mural={mural}
                position={i + 1}
                count={order.length}
                dragged={drag.dragged === id}
                drag={drag}
                onStep={(by) => step(id, i + by, by < 0 ? 'earlier' : 'later')}
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
