import { useRef, useState } from 'react';
import type { PictureDetails } from '#features/pictures/picture-details.ts';
import { moveTile } from '#features/pictures/queue/move-tile.store.ts';
import { moved } from '#features/pictures/queue/portfolio-list.ts';
import { useDrag } from '#features/pictures/queue/use-drag.ts';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import { PictureTile } from './PictureTile.tsx';

interface Props {
  order: string[];
  preview: (order: string[]) => void;
  commit: (order: string[]) => void;
  details: PictureDetails;
  onDescribe: (url: string) => void;
  onMural: (url: string) => void;
  onRemove: (url: string) => void;
}

/** The pictures in their order; the first two are the ones on the artist's card. */
export function PortfolioGrid({ order, preview, commit, details, ...on }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [news, setNews] = useState('');
  const drag = useDrag({
    order,
    preview,
    commit: (next) => {
      commit(next);
      setNews('The new order is saved.');
    },
  });

  const step = (url: string, by: -1 | 1) => {
    const from = order.indexOf(url);
    const to = from + by;
    if (to < 0 || to >= order.length) return;
    moveTile(list.current, url, by < 0 ? 'earlier' : 'later', () => {
      commit(moved(order, from, to));
      setNews(`Image moved to position ${to + 1} of ${order.length}.`);
    });
  };

  return (
    <>
      <LiveRegion text={news} />
      <ul
        ref={list}
        aria-label="Portfolio images"
        className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-4 lg:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]"
      >
        {order.map((url, i) => (
          <PictureTile
            key={url}
            url={url}
            position={i + 1}
            count={order.length}
            dragged={drag.dragged === url}
            drag={drag}
            onStep={(by) => step(url, by)}
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
