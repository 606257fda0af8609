import { optionLabel, SURFACES } from '#lib/options.ts';

/** What a client chooses who does not know the surface: the form says `other`, and the artist is asked to tell. */
export const UNSURE = 'unsure';

/** The surfaces by picture, in the form's order. */
export const PICTURED_SURFACES = [
  ...SURFACES.map((value) => ({ value, label: optionLabel(value) })),
  { value: UNSURE, label: 'Not sure' },
];
