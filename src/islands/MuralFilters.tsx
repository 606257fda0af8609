import '../styles/mural-list.css';
import { memo } from 'react';
import { paths } from '#config/paths.ts';
import { ListFilters, type ListProps } from '#features/directory/search/ListFilters.tsx';
import { indexOf } from '#features/directory/search/list-index.ts';
import { MURAL_CARDS } from '#features/directory/search/mural-cards.ts';
import { MURAL_LISTS } from '#features/directory/search/mural-search.ts';
import { MuralTile, tileClass } from '#features/murals/MuralTile.tsx';
import { innerLabel, optionLabel } from '#lib/options.ts';
import { LOAD_MURALS_FAILED } from '#lib/toasts.ts';
import { withBoundary } from '#ui/ErrorBoundary.tsx';

const index = indexOf(MURAL_CARDS);
// As for artists: the cards take as long as React takes to arrive.
if (!import.meta.env.SSR) index.warm();

const Card = memo(MuralTile);

/** Search, filters, sort and paging of the list of murals. */
function MuralFilters(props: ListProps) {
  return (
    <ListFilters
      {...props}
      rules={MURAL_LISTS}
      index={index}
      label="Filter murals"
      hint="Title, artist, city, style…"
      failure={LOAD_MURALS_FAILED}
      Card={Card}
      grid="mural-rows"
      itemClass={tileClass}
      beside={artistsOf}
    />
  );
}

const artistsOf = (style: string) => ({
  href: paths.artistsByStyle(style),
  label: `${innerLabel(optionLabel(style))} artists`,
});

export default withBoundary(MuralFilters);
