import { optionLabel, STYLES, SURFACES } from '#lib/options.ts';

const labels = (values: readonly string[]) =>
  values.filter((value) => value !== 'other').map(optionLabel);

const MEDIUMS = ['Acrylic', 'Spray Paint', 'Latex', 'Mosaic', 'Tile', 'Chalk'];

/** The lists of an artist's profile and of a mural: what an item is called, and what is offered before anything is typed. */
export const LIST_CHIPS = {
  styles: { item: 'style', suggested: labels(STYLES) },
  mediums: { item: 'medium', suggested: MEDIUMS },
  surfaces: { item: 'surface', suggested: [...labels(SURFACES), 'Wood'] },
  languages: { item: 'language', suggested: ['English', 'Spanish', 'Vietnamese', 'ASL'] },
} as const;

/** Styles to choose from: `first` come before those that everybody knows. */
export const stylesAfter = (first: readonly string[]) => ({
  ...LIST_CHIPS.styles,
  suggested: [...first, ...LIST_CHIPS.styles.suggested],
});
