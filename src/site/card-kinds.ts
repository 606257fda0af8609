import type { ListedArtist } from '#features/artists/artist.ts';
import { type ArtistCardData, artistCard } from '#features/artists/artist-card.ts';
import { ARTIST_LISTS } from '#features/directory/search/artist-search.ts';
import {
  ARTIST_FACTS,
  type ArtistFacts,
  type CardFacts,
  type ListName,
  MURAL_FACTS,
  type MuralFacts,
  shortSlug,
} from '#features/directory/search/card-file.ts';
import type { ListRules } from '#features/directory/search/list-search.ts';
import { MURAL_LISTS } from '#features/directory/search/mural-search.ts';
import type { Mural } from '#features/murals/mural.ts';
import { type MuralCardData, muralCard } from '#features/murals/mural-card.ts';
import { CARD_PICTURE_WIDTH, MURAL_PICTURE_WIDTH } from '#lib/limits.ts';
import type { Directory } from './directory/directory.ts';
import type { MediaIndex, Picture } from './media.ts';

export interface ListedRow {
  id: string;
  slug: string;
  city_slug: string | null;
}
/** What all cards say. */
export interface DrawnCard {
  slug: string;
  name: string;
  city: string | null;
  state: string | null;
  featured: boolean;
  pictures: Picture[];
}

/** Positions in an order, by id. */
type Ranks = ReadonlyMap<string, number>;

/** A list whose rows are searched, sorted and drawn in the browser, and how a row becomes what its file says. */
export interface CardFileKind<
  Row extends ListedRow,
  Data extends DrawnCard,
  Facts extends CardFacts,
> {
  list: ListName;
  rules: ListRules<Row>;
  /** How wide the variants of its pictures are at most. */
  widest: number;
  facts: readonly (keyof Facts)[];
  /** In which order its rows stand in the columns. */
  order: string;
  rows(directory: Directory): readonly Row[];
  /** The other orders that no column gives. */
  ranks(directory: Directory): { [order: string]: Ranks };
  card(row: Row, directory: Directory, media: MediaIndex): Data;
  /** What its cards say beside what all say. */
  factsOf(card: Data): Omit<Facts, keyof CardFacts>;
}

export const ARTIST_CARD_FILES: CardFileKind<ListedArtist, ArtistCardData, ArtistFacts> = {
  list: 'artists',
  rules: ARTIST_LISTS,
  widest: CARD_PICTURE_WIDTH,
  facts: ARTIST_FACTS,
  order: 'name',
  rows: (directory) => directory.artistsInOrder('name'),
  ranks: (directory) => ({
    featured: ranksOf(
      directory.artistsInOrder('featured'),
      (a) => a.average_rating + Number(a.featured) * 1e6,
    ),
    newest: ranksOf(directory.artistsInOrder('newest')),
  }),
  card: (artist, _, media) => artistCard(artist, media.picture),
  factsOf: ({ rating, reviews, years, answers, portrait }) => ({
    rating,
    reviews,
    years,
    answers,
    portrait,
  }),
};

export const MURAL_CARD_FILES: CardFileKind<Mural, MuralCardData, MuralFacts> = {
  list: 'murals',
  rules: MURAL_LISTS,
  widest: MURAL_PICTURE_WIDTH,
  facts: MURAL_FACTS,
  order: 'newest',
  rows: (directory) => directory.allMurals(),
  ranks: () => ({}),
  card: (mural, directory, media) => muralCard(directory.painted(mural), media.picture),
  factsOf({ painter }) {
    const short = painter && shortSlug(painter.name, painter.slug);
    return { painter: painter && (short ? [painter.name, short] : painter.name) };
  },
};

/** Of each group, positions of their own. */
function ranksOf<Row extends ListedRow>(rows: readonly Row[], groupOf = (_: Row) => 0): Ranks {
  const sizes = new Map<number, number>();
  return new Map(
    rows.map((row) => {
      const rank = sizes.get(groupOf(row)) ?? 0;
      sizes.set(groupOf(row), rank + 1);
      return [row.id, rank];
    }),
  );
}
