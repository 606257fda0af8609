import type { ArtistCardData } from '#domain/artist-card.ts';
import {
  CARD_FILE,
  type CardFile,
  type CardPart,
  cardPartFile,
  type PictureFile,
  pictureFile,
  wholePicture,
} from '#domain/card-file.ts';
import { shareOf } from '#domain/shares.ts';
import { type CardTable, cardTable } from './card-table.ts';
import { memoize } from './memoize.ts';

/** The cards of this site, as far as they were fetched. */
export interface OpenCards {
  /** Those of a city, or all. */
  table(city: string): Promise<CardTable>;
  /** Whole cards. */
  cards(table: CardTable, rows: readonly number[]): Promise<ArtistCardData[]>;
}

/** @throws when a file cannot be read. So does what it gives, also because the files were replaced in the meantime. */
export async function openCards(): Promise<OpenCards> {
  const file: CardFile = await fetched(CARD_FILE);
  const part = memoize(file.parts.length, async (number: number) => {
    const found: CardPart = await fetched(cardPartFile(number));
    if (found.version !== file.version) throw new Error(`Part ${number} belongs to other cards`);
    return found.columns;
  });
  const table = memoize(file.parts.length + 1, async (parts: string) => {
    if (file.columns) return cardTable(file, [file.columns]);
    return cardTable(
      file,
      await Promise.all(parts.split(' ').filter(Boolean).map(Number).map(part)),
    );
  });
  const pictures = memoize(
    file.pictureFiles,
    (number: number): Promise<PictureFile> => fetched(pictureFile(file.pictureFiles, number)),
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
          if (known) return { ...card, pictures: known };
          const found = await pictures(shareOf(card.slug, file.pictureFiles));
          return { ...card, pictures: (found[card.slug] ?? []).map(wholePicture) };
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
