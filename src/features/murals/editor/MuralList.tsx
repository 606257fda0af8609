import { useRef, useState } from 'react';
import { moveTile } from '#features/pictures/queue/move-tile.store.ts';
import { moved } from '#features/pictures/queue/portfolio-list.ts';
import { useDrag } from '#features/pictures/queue/use-drag.ts';
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
  const list = useRef<HTMLUListElement>(null);
  const [news, setNews] = useState('');
  /** While one is dragged: where it would go. */
  const [preview, setPreview] = useState<string[] | null>(null);
  const stored = murals.map(({ id }) => id);
  const order = preview ?? stored;
  const drag = useDrag({
    order,
    preview: setPreview,
    commit: (next) => {
      setPreview(null);
      onOrder(next);
      setNews('The new order is saved.');
    },
  });
  const step = (id: string, by: -1 | 1) => {
    const to = order.indexOf(id) + by;
    if (to < 0 || to >= order.length) return;
    moveTile(list.current, id, by < 0 ? 'earlier' : 'later', () => {
      onOrder(moved(order, to - by, to));
      setNews(`Mural moved to position ${to + 1} of ${order.length}.`);
    });
  };
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
                onStep={(by) => step(id, by)}
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
