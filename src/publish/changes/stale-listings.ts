import { LISTS } from '#features/directory/search/card-file.ts';
import { type AffectedListings, LISTING_ROUTES } from '#site/affected-routes.ts';

export const ALL_LISTINGS: AffectedListings = {
  cards: LISTS,
  texts: LISTS,
  listPages: true,
  routes: [...LISTING_ROUTES],
};
export const NO_LISTINGS: AffectedListings = {
  cards: [],
  texts: [],
  listPages: false,
  routes: [],
};

/** Those that are in one or the other. */
export function eitherListing(a: AffectedListings, b: AffectedListings): AffectedListings {
  return {
    cards: union(a.cards, b.cards),
    texts: union(a.texts, b.texts),
    listPages: a.listPages || b.listPages,
    routes: union(a.routes, b.routes),
  };
}

const union = <T>(a: readonly T[], b: readonly T[]) => [...new Set([...a, ...b])];
