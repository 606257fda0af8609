import type { ListedArtist } from '#features/artists/artist.ts';
import type { Mural } from '#features/murals/mural.ts';
import { optionLabel, wordFor } from '#lib/options.ts';
import { capitalised, placeLabel } from '#lib/place.ts';
import { isNamedStyle } from '#lib/style.ts';

/** What a row is found by: as the address says it, and as its artist spells it. */
export interface FilterValue {
  value: string;
  label: string;
}

export interface Filter<Row = ListedArtist> {
  /** Of its menu, and of that menu's first choice, which filters nothing. */
  label: string;
  all: string;
  /** What it looks at. */
  columns: readonly (keyof Row & string)[];
  valuesOf(row: Row): readonly FilterValue[];
  /** What its menu calls a value, where that is not how most artists spell it. */
  menuLabel?(value: FilterValue): string;
  /** Left out of the menu, while an address that names it still finds it. */
  isHidden?(value: FilterValue): boolean;
  /** Follows from where a row is: cards say that already, and pages of a city need no menu for it. */
  isPlace?: true;
}

const asSpelled = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }));

interface Placed {
  city: string | null;
  city_slug: string | null;
}
interface Styled {
  styles: readonly string[];
}

const CITY = {
  label: 'City',
  all: 'All cities',
  columns: ['city', 'city_slug'],
  valuesOf: ({ city, city_slug }: Placed) =>
    city_slug ? [{ value: city_slug, label: capitalised(city ?? '') }] : [],
  menuLabel: ({ value, label }: FilterValue) => placeLabel(label, value.slice(-2).toUpperCase()),
  isPlace: true,
} as const;

const STYLE = {
  label: 'Style',
  all: 'All styles',
  columns: ['styles'],
  valuesOf: ({ styles }: Styled) => asSpelled(styles),
  menuLabel: ({ label }: FilterValue) => wordFor(label),
  isHidden: ({ label }: FilterValue) => !isNamedStyle(label),
} as const;

/**
 * What lists of artists are filtered by (specification, section 2), by the name in the address and in the order of the
 * menus. Addresses, counts, menus, the file of cards and searches follow from here. Case never matters.
 */
export const FILTERS = {
  city: CITY,
  style: STYLE,
  medium: {
    label: 'Medium',
    all: 'All mediums',
    columns: ['mediums'],
    valuesOf: ({ mediums }) => asSpelled(mediums),
    menuLabel: ({ label }) => wordFor(label),
  },
} satisfies Record<string, Filter>;

/** What the list of murals is filtered by, in the same way. */
export const MURAL_FILTERS = {
  city: CITY,
  style: STYLE,
  surface: {
    label: 'Surface',
    all: 'All surfaces',
    columns: ['surface_type'],
    valuesOf: ({ surface_type }) => asSpelled(surface_type ? [surface_type] : []),
    menuLabel: ({ label }) => optionLabel(label),
  },
  medium: {
    label: 'Medium',
    all: 'All mediums',
    columns: ['medium'],
    valuesOf: ({ medium }) => asSpelled(medium ? [medium] : []),
    menuLabel: ({ label }) => wordFor(label),
  },
} satisfies Record<string, Filter<Mural>>;
