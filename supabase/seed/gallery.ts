import { ADMIN } from './accounts.ts';
import { ARTISTS } from './data/artists/index.ts';
import { MURAL_FACTS } from './data/mural-facts.ts';
import { MURALS } from './data/murals/index.ts';
import type { ArtistSeed, MuralSeed } from './data/types.ts';
import { idOf } from './ids.ts';

export interface GalleryPlan {
  /** Object paths of all pictures of walls. */
  pictures: string[];
  /** Object paths of an artist's portfolio, by slug. */
  portfolios: Map<string, string[]>;
  /** Object paths of a mural, by slug: the main picture, then close-ups. */
  murals: Map<string, string[]>;
  /** Object path of the picture of a wall before it was painted, by slug. */
  before: Map<string, string>;
}

export const artistUserId = (slug: string): string => idOf('user', slug);

/** Beyond what any portfolio has. */
const FIRST_BEFORE = 100;

/** Decides every picture once: murals share theirs, close-ups included, with the portfolio of their artist. */
export function planGallery(): GalleryPlan {
  const pictures: string[] = [];
  const portfolios = new Map<string, string[]>();
  const byMural = new Map<string, string[]>();
  const before = new Map<string, string>();
  // File names as an upload makes them: `{timestamp}-{index}.avif` in the owner's folder.
  const add = (owner: string, since: string, index: number): string => {
    const path = `${owner}/${Date.parse(since)}-${index}.avif`;
    pictures.push(path);
    return path;
  };
  for (const { slug, joined, works } of ARTISTS) {
    const paths = Array.from({ length: works }, (_, i) => add(artistUserId(slug), joined, i));
    portfolios.set(slug, paths);
  }
  for (const mural of MURALS) {
    const artist = artistOf(mural);
    const portfolio = (artist && portfolios.get(artist.slug)) ?? [];
    const [owner, since] = artist
      ? [artistUserId(artist.slug), artist.joined]
      : [ADMIN.id, ADMIN.created];
    const taken = artist ? portfolio.length : byMural.size;
    const main = mural.by ? (portfolio[mural.by[1]] ?? '') : add(owner, since, taken);
    const details = Array.from({ length: mural.closeUps ?? 0 }, (_, i) =>
      add(owner, since, taken + i + 1),
    );
    portfolio.push(...details);
    if (MURAL_FACTS[mural.slug]?.before)
      before.set(mural.slug, add(owner, since, FIRST_BEFORE + before.size));
    byMural.set(mural.slug, [main, ...details]);
  }
  return { pictures, portfolios, murals: byMural, before };
}

function artistOf({ slug, by }: MuralSeed): ArtistSeed | null {
  if (!by) return null;
  const [name, work] = by;
  const artist = ARTISTS.find((candidate) => candidate.slug === name);
  if (!artist || work >= artist.works)
    throw new Error(`Mural ${slug} names work ${work} of ${name}, which does not exist`);
  return artist;
}
