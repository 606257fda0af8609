import { memo } from 'react';
import { paths } from '#config/paths.ts';
import { ArtistCard } from '#features/artists/ArtistCard.tsx';
import { ARTIST_CARDS } from '#features/directory/search/artist-cards.ts';
import { ARTIST_LISTS, CITY_PAGE_SORTS } from '#features/directory/search/artist-search.ts';
import { ListFilters, type ListProps } from '#features/directory/search/ListFilters.tsx';
import { indexOf } from '#features/directory/search/list-index.ts';
import { innerLabel, optionLabel } from '#lib/options.ts';
import { TOASTS } from '#lib/toasts.ts';
import { withBoundary } from '#ui/ErrorBoundary.tsx';

const index = indexOf(ARTIST_CARDS);
// This code comes when a visitor reaches for the filters; the cards take as long as React takes to arrive.
if (!import.meta.env.SSR) index.warm();

const Card = memo(ArtistCard);
const ALL_SORTS = Object.keys(ARTIST_LISTS.sorts);

/** Search, filters, sort and paging of a list of artists; of a city, if `place` names one. */
function ArtistFilters(props: ListProps) {
  return (
    <ListFilters
      {...props}
      rules={ARTIST_LISTS}
      index={index}
      sorts={props.place ? CITY_PAGE_SORTS : ALL_SORTS}
      label="Filter artists"
      hint="Name, city, style…"
      failure={TOASTS.loadArtistsFailed}
      Card={Card}
      grid="card-grid"
      itemClass={laterItem}
      beside={(style) => ({
        href: props.place ? paths.muralsIn(props.place, style) : paths.muralsByStyle(style),
        label: `${innerLabel(optionLabel(style))} murals`,
      })}
    />
  );
}

const laterItem = (_: unknown, position: number) => (position > 1 ? 'later' : undefined);

export default withBoundary(ArtistFilters);
