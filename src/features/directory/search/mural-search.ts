import type { Mural } from '#features/murals/mural.ts';
import { MURAL_FILTERS } from './filters.ts';
import { listSearchRules } from './list-search.ts';

export type MuralFilterKey = keyof typeof MURAL_FILTERS;

/** In the order of their menu. The newest come first, so that artists see a wall in the list as they publish it. */
const MURAL_SORTS = { newest: 'Newest', featured: 'Featured First' } as const;
type MuralSort = keyof typeof MURAL_SORTS;

/** The list of murals. */
export const MURAL_LISTS = listSearchRules<Mural, MuralFilterKey, MuralSort>(
  MURAL_FILTERS,
  MURAL_SORTS,
  (shown, total) => `Showing ${shown} of ${total} murals`,
);
