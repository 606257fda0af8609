import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type AffectedListings, LISTING_ROUTES } from '#site/affected-routes.ts';
import type { Release } from './releases.ts';

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

/** Says that lists of a release are stale, also to the process that comes after this one. */
export function markStale(release: Release): void {
  try {
    closeSync(openSync(markOf(release), 'a'));
  } catch {
    // A full disk, say: then only this process knows.
  }
}

export const isMarkedStale = (release: Release) => existsSync(markOf(release));
export const unmarkStale = (release: Release) => rmSync(markOf(release), { force: true });

const markOf = (release: Release) => path.join(release.dir, 'listings.stale');
