import type { MuralFacts } from '#features/directory/search/card-file.ts';
import { type OpenCards, openCards } from '#features/directory/search/card-files.ts';
import type { CardKind } from '#features/directory/search/card-kind.ts';
import { MURAL_CARDS } from '#features/directory/search/mural-cards.ts';
import type { MuralCardData } from '#features/murals/mural-card.ts';
import type { ChoosableMurals } from './choosable-mural.ts';

type StyledCard = MuralCardData & { styles: string[] };

/** The cards of all murals, with their styles. */
const CARDS: CardKind<StyledCard, MuralFacts> = {
  ...MURAL_CARDS,
  card: (row) => ({ ...MURAL_CARDS.card(row), styles: row.values('style') }),
};

let opened: Promise<OpenCards<StyledCard>> | undefined;

/** The file is read once for each page; a failure is forgotten. */
function cardsOf(): Promise<OpenCards<StyledCard>> {
  opened ??= openCards(CARDS).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** The first murals of a style, of all where it is empty. */
export async function muralsOf(style: string, count: number): Promise<ChoosableMurals> {
  const file = await cardsOf();
  const table = await file.table('');
  const rows = table.find({ words: [], filters: { style }, sort: 'featured' }, []);
  const cards = await file.cards(table, rows.slice(0, count));
  const tiles = cards.flatMap(({ slug, name, styles, painter, pictures: [picture] }) =>
    picture ? [{ slug, name, styles, painter: painter?.name ?? null, picture }] : [],
  );
  return { tiles, more: rows.length > count };
}
