import { STYLES, SURFACES } from '#lib/options.ts';
import { capitalised } from '#lib/place.ts';

/** As artists store them, and not in the reader's language. */
const named = (values: readonly string[]) =>
  values.filter((value) => value !== 'other').map(capitalised);

const MEDIUMS = ['Acrylic', 'Spray Paint', 'Latex', 'Mosaic', 'Tile', 'Chalk'];

/** The lists of an artist's profile and of a mural: what one more is called, and what is offered before anything is typed. */
export const LIST_CHIPS = {
  styles: { another: 'Another style', add: 'Add Style', suggested: named(STYLES) },
  mediums: { another: 'Another medium', add: 'Add Medium', suggested: MEDIUMS },
  surfaces: {
    another: 'Another surface',
    add: 'Add Surface',
    suggested: [...named(SURFACES), 'Wood'],
  },
  languages: {
    another: 'Another language',
    add: 'Add Language',
    suggested: ['English', 'Spanish', 'Vietnamese', 'ASL'],
  },
} as const;

/** Styles to choose from: `first` come before those that everybody knows. */
export const stylesAfter = (first: readonly string[]) => ({
  ...LIST_CHIPS.styles,
  suggested: [...first, ...LIST_CHIPS.styles.suggested],
});
