import type { ArtistCardData } from '#features/artists/artist-card.ts';
import { CARD_PICTURE_WIDTH, CARD_STYLES } from '#lib/limits.ts';
import { namedOnly } from '#lib/style.ts';
import { ARTIST_LISTS } from './artist-search.ts';
import { ARTIST_FACTS, type ArtistFacts } from './card-file.ts';
import type { CardKind } from './card-kind.ts';
import { inOrder } from './card-table.ts';

/** Lists of artists in the browser. */
export const ARTIST_CARDS: CardKind<ArtistCardData, ArtistFacts> = {
  list: 'artists',
  rules: ARTIST_LISTS,
  widest: CARD_PICTURE_WIDTH,
  facts: ARTIST_FACTS,
  factTexts: { place: ([city]) => city ?? '' },
  filterTexts: ['style', 'medium'],
  orders({ values, numbers, ranks }) {
    const byName = () => inOrder(ranks('name'));
    return {
      featured() {
        const ratings = values('rating');
        const best = ratings.toSorted((a, b) => b - a);
        const groups = ratings.map((rating) => best.indexOf(rating));
        const [rated, marked, featured] = [
          numbers('rating'),
          numbers('featured'),
          values('featured'),
        ];
        const group = (row: number) =>
          (groups[rated[row] ?? -1] ?? 0) + (featured[marked[row] ?? -1] ? 0 : best.length);
        return inOrder(ranks('featured'), group);
      },
      name: byName,
      newest: () => inOrder(ranks('newest')),
      /** Equal cities keep the order of their names. */
      city() {
        const [at, places] = [numbers('place'), values('place')];
        const rank = (row: number) => places[at[row] ?? -1]?.[2] ?? 0;
        return byName().toSorted((a, b) => rank(a) - rank(b));
      },
    };
  },
  card({ slug, name, fact, values }) {
    const [city, state] = fact('place');
    return {
      slug,
      name,
      city,
      state,
      featured: fact('featured'),
      rating: fact('rating'),
      reviews: fact('reviews'),
      years: fact('years'),
      answers: fact('answers'),
      styles: namedOnly(values('style')).slice(0, CARD_STYLES),
      portrait: fact('portrait'),
    };
  },
};
