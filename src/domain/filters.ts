import type { ListedArtist } from './artist.ts';
import { capitalised, placeLabel } from './place.ts';

/** What an artist is found by: as the address says it, and as the artist spells it. */
export interface FilterValue {
  value: string;
  label: string;
}

export interface Filter {
  /** Of its menu, and of that menu's first choice, which filters nothing. */
  label: string;
  all: string;
  /** What it looks at. */
  columns: readonly (keyof ListedArtist)[];
  valuesOf(artist: ListedArtist): readonly FilterValue[];
  /** What its menu calls a value, where that is not how most artists spell it. */
  menuLabel?(value: FilterValue): string;
  /** Follows from where an artist lives: cards say that already, and pages of a city need no menu for it. */
  isPlace?: true;
}

const asSpelled = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }));

/**
 * What lists of artists are filtered by (specification, section 2), by the name in the address and in the order of the
 * menus. Addresses, counts, menus, the file of cards and searches follow from here. Case never matters.
 */
export const FILTERS = {
  city: {
    label: 'City',
    all: 'All cities',
    columns: ['city', 'city_slug'],
    valuesOf: ({ city, city_slug }) =>
      city_slug ? [{ value: city_slug, label: capitalised(city ?? '') }] : [],
    menuLabel: ({ value, label }) => placeLabel(label, value.slice(-2).toUpperCase()),
    isPlace: true,
  },
  style: {
    label: 'Style',
    all: 'All styles',
    columns: ['styles'],
    valuesOf: ({ styles }) => asSpelled(styles),
  },
  medium: {
    label: 'Medium',
    all: 'All mediums',
    columns: ['mediums'],
    valuesOf: ({ mediums }) => asSpelled(mediums),
  },
} satisfies Record<string, Filter>;
