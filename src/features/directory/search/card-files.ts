import {
  type CardFacts,
  type CardFile,
  type CardPart,
  cardFile,
  cardPartFile,
  type PictureFile,
  pictureFile,
  wholePicture,
} from './card-file.ts';
import type { CardKind, ListCard } from './card-kind.ts';
import { type CardTable, cardTable } from './card-table.ts';
import { memoize } from './memoize.ts';
import { shareOf } from './shares.ts';

/** The cards of a list, as far as they were fetched. */
export interface OpenCards<Card extends ListCard = ListCard> {
  /** Those of a city, or all. */
  table(city: string): Promise<CardTable<Card>>;
  /** Whole cards. */
  cards(table: CardTable<Card>, rows: readonly number[]): Promise<Card[]>;
}

/** @throws when a file cannot be read. So does what it gives, also because the files were replaced in the meantime. */
export async function openCards<Card extends ListCard, Facts extends CardFacts>(
  kind: CardKind<Card, Facts>,
): Promise<OpenCards<Card>> {
  const { list, widest } = kind;
  const file: CardFile<Facts> = await fetched(cardFile(list));
  const part = memoize(file.parts.length, async (number: number) => {
    const found: CardPart<Facts> = await fetched(cardPartFile(list, number));
    if (found.version !== file.version) throw new Error(`Part ${number} belongs to other cards`);
    return found.columns;
  });
  const table = memoize(file.parts.length + 1, async (parts: string) => {
    if (file.columns) return cardTable(kind, file, [file.columns]);
    const numbers = parts.split(' ').filter(Boolean).map(Number);
    return cardTable(kind, file, await Promise.all(numbers.map(part)));
  });
  const pictures = memoize(
    file.pictureFiles,
    (number: number): Promise<PictureFile> => fetched(pictureFile(list, file.pictureFiles, number)),
  );

  return {
    table(city) {
      const numbers = [...file.parts.keys()];
      const needed = city ? numbers.filter((n) => file.parts[n]?.includes(city)) : numbers;
      return table(needed.join(' '));
    },
    cards: (from, rows) =>
      Promise.all(
        rows.map(async (row) => {
          const card = from.card(row);
          const known = from.pictures(row);
          if (known) return { ...card, pictures: known } as Card;
          const found = await pictures(shareOf(card.slug, file.pictureFiles));
          const refs = found[card.slug] ?? [];
          return { ...card, pictures: refs.map((ref) => wholePicture(ref, widest)) } as Card;
        }),
      ),
  };
}

/** Asked for again even when it is in the cache: its name stays the same. */
async function fetched<T>(name: string): Promise<T> {
  const response = await fetch(`/${name}`, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.json();
}
