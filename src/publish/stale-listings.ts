import { type AffectedListings, LISTING_ROUTES } from '#site/affected-routes.ts';

export const ALL_LISTINGS: AffectedListings = {
  cards: true,
  search: true,
  listPages: true,
  routes: [...LISTING_ROUTES],
};
export const NO_LISTINGS: AffectedListings = {
  cards: false,
  search: false,
  listPages: false,
  routes: [],
};

/** Those that are in one or the other. */
export function eitherListing(a: AffectedListings, b: AffectedListings): AffectedListings {
  return {
    cards: a.cards || b.cards,
    search: a.search || b.search,
    listPages: a.listPages || b.listPages,
    routes: [...new Set([...a.routes, ...b.routes])],
  };
}
