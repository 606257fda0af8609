import { ADMIN } from './accounts.ts';
import { ARTISTS } from './data/artists/index.ts';
import { MURAL_FACTS } from './data/mural-facts.ts';
import { MURALS } from './data/murals/index.ts';
import type { ArtistSeed, MuralSeed } from './data/types.ts';
import { idOf } from './ids.ts';
import type { Painting } from './paint/painting.ts';

/** A picture that the demo needs: what to paint and where it is stored. */
export interface PlannedPicture {
  painting: Painting;
  path: string;
}

export interface GalleryPlan {
  pictures: PlannedPicture[];
  /** Object paths of an artist's portfolio, by slug. */
  portfolios: Map<string, string[]>;
  /** Object paths of a mural, by slug: the main picture, then close-ups. */
  murals: Map<string, string[]>;
  /** The same of those that show the wall before it was painted. */
  before: Map<string, string>;
}

export const artistUserId = (slug: string): string => idOf('user', slug);

/** File names as an upload makes them: `{timestamp}-{index}.avif` in the owner's folder. */
const objectPath = (owner: string, joined: string, index: number): string =>
  `${owner}/${Date.parse(joined)}-${index}.avif`;

/** Beyond what any portfolio has. */
const FIRST_BEFORE = 100;

/** Decides every picture once: murals share theirs, close-ups included, with the portfolio of their artist. */
export function planGallery(
  artists: readonly ArtistSeed[] = ARTISTS,
  murals: readonly MuralSeed[] = MURALS,
): GalleryPlan {
  const pictures: PlannedPicture[] = [];
  const portfolios = new Map<string, string[]>();
  const byMural = new Map<string, string[]>();
  const before = new Map<string, string>();
  const add = (painting: Painting, path: string): string => {
    pictures.push({ painting, path });
    return path;
  };
  for (const artist of artists) {
    const owner = artistUserId(artist.slug);
    portfolios.set(
      artist.slug,
      artist.work.map((work, i) =>
        add({ ...work, seed: `${artist.slug}/${i}` }, objectPath(owner, artist.joined, i)),
      ),
    );
  }
  for (const mural of murals) {
    const source = findSource(mural, artists);
    const portfolio = source.artist ? (portfolios.get(source.artist.slug) ?? []) : [];
    const owner = source.artist ? artistUserId(source.artist.slug) : ADMIN.id;
    const since = source.artist?.joined ?? ADMIN.created;
    const taken = source.artist ? portfolio.length : byMural.size;
    const main =
      source.main === undefined
        ? add({ ...source.work, seed: mural.slug }, objectPath(owner, since, taken))
        : (portfolio[source.main] ?? '');
    const details = (mural.details ?? []).map((detail, i) =>
      add({ ...source.work, seed: source.seed, detail }, objectPath(owner, since, taken + i + 1)),
    );
    portfolio.push(...details);
    if (MURAL_FACTS[mural.slug]?.before) {
      const painting: Painting = { ...source.work, seed: source.seed, bare: true };
      before.set(mural.slug, add(painting, objectPath(owner, since, FIRST_BEFORE + before.size)));
    }
    byMural.set(mural.slug, [main, ...details]);
  }
  return { pictures, portfolios, murals: byMural, before };
}

function findSource(mural: MuralSeed, artists: readonly ArtistSeed[]) {
  if (!Array.isArray(mural.by))
    return {
      artist: null,
      main: undefined,
      work: mural.by as Exclude<MuralSeed['by'], readonly unknown[]>,
      seed: mural.slug,
    };
  const [slug, main] = mural.by as readonly [string, number];
  const artist = artists.find((candidate) => candidate.slug === slug);
  const work = artist?.work[main];
  if (!artist || !work)
    throw new Error(`Mural ${mural.slug} names work ${main} of ${slug}, which does not exist`);
  return { artist, main, work, seed: `${slug}/${main}` };
}
