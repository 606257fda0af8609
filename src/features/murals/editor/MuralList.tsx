import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { TileSheet } from '#features/pictures/queue/TileSheet.tsx';
import { useSortable } from '#features/pictures/queue/use-sortable.ts';
import { wordFor } from '#lib/options.ts';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import type { OwnMural } from '../mural-form.ts';
import { OwnMuralTile } from './OwnMuralTile.tsx';

interface Props {
  murals: readonly OwnMural[];
  onOpen: (id: string) => void;
  onOrder: (ids: string[]) => void;
  onRemove: (mural: OwnMural) => Promise<void>;
}

/** The murals in the order in which the artist's page shows them: by mouse, by handle, or in the sheet of each. */
export function MuralList({ murals, onOpen, onOrder, onRemove }: Props) {
  const [more, setMore] = useState<string | null>(null);
  const grid = useSortable({ stored: murals.map(({ id }) => id), save: onOrder, noun: 'Mural' });
  const named = (id: string | null) => murals.find((one) => one.id === id);
  const asked = named(more);
  return (
    <>
      <LiveRegion text={grid.news} />
      <ul
        aria-label="Your murals"
        className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] sm:gap-5"
      >
        {grid.order.map((id) => {
          const mural = named(id);
          return (
            mural && (
              <OwnMuralTile
                key={id}
                grid={grid}
                mural={mural}
                onOpen={() => onOpen(id)}
                onMore={() => setMore(id)}
              />
            )
          );
        })}
      </ul>
      <TileSheet
        grid={grid}
        id={more}
        title={asked && wordFor(asked.title)}
        picture={asked?.image_url ?? null}
        onClose={() => setMore(null)}
        actions={
          asked
            ? [
                ...(asked.public_visible
                  ? [{ label: 'View Page', href: paths.mural(asked.slug) }]
                  : []),
                { label: 'Remove', danger: true, onPress: () => void onRemove(asked) },
              ]
            : []
        }
      />
    </>
  );
}
