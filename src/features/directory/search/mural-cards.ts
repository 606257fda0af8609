import type { MuralCardData } from '#features/murals/mural-card.ts';
import { MURAL_PICTURE_WIDTH } from '#lib/limits.ts';
import { MURAL_FACTS, type MuralFacts, wholeSlug } from './card-file.ts';
import type { CardKind } from './card-kind.ts';
import { inOrder } from './card-table.ts';
import { MURAL_LISTS } from './mural-search.ts';

/** The list of murals in the browser. */
export const MURAL_CARDS: CardKind<MuralCardData, MuralFacts> = {
  list: 'murals',
  rules: MURAL_LISTS,
  widest: MURAL_PICTURE_WIDTH,
  facts: MURAL_FACTS,
  factTexts: {
    place: ([city]) => city ?? '',
    painter: (painter) => painterOf(painter)?.name ?? '',
  },
  filterTexts: ['style', 'surface', 'medium'],
  orders({ values, numbers, ranks }) {
    const newest = () => inOrder(ranks('newest'));
    return {
      newest,
      featured() {
        const [at, featured] = [numbers('featured'), values('featured')];
        const isFeatured = (row: number) => featured[at[row] ?? -1] ?? false;
        const [first = [], others = []] = [true, false].map((wanted) =>
          newest().filter((row) => isFeatured(row) === wanted),
        );
        return [...first, ...others];
      },
    };
  },
  card({ slug, name, fact }) {
    const [city, state] = fact('place');
    return {
      slug,
      name,
      city,
      state,
      featured: fact('featured'),
      painter: painterOf(fact('painter')),
    };
  },
};

function painterOf(painter: MuralFacts['painter']): MuralCardData['painter'] {
  if (painter === null) return null;
  const [name, short] = typeof painter === 'string' ? [painter, ''] : painter;
  return { name, slug: wholeSlug(name, short) };
}
