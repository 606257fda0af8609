import type { ArtistCardData } from '#domain/artist-card.ts';
import { PAGE_SIZE } from '#domain/limits.ts';
import { clampPage } from '#domain/pagination.ts';
import { type Bios, openBios } from './bios.ts';
import { type OpenCards, openCards } from './card-files.ts';
import type { CardQuery } from './query.ts';

/** One page of a search. */
export interface SearchPage {
  cards: ArtistCardData[];
  total: number;
  /** The page shown: the last one when the address asks for a later one. */
  page: number;
}

export interface ArtistIndex {
  /** Fetches the cards ahead of a search; given words, also what looks them up in biographies, even if there is none yet. */
  warm(words?: readonly string[]): void;
  /** Rejects when a file cannot be read. */
  search(query: CardQuery, page: number): Promise<SearchPage>;
}

/** The cards and biographies of this site, fetched on first use; biographies when there is a word to look up. */
export function artistIndex(
  open: { cards: () => Promise<OpenCards>; bios: () => Bios } = {
    cards: openCards,
    bios: openBios,
  },
): ArtistIndex {
  let openedCards: Promise<OpenCards> | undefined;
  let openedBios: Bios | undefined;

  const cards = () => {
    openedCards ??= open.cards();
    return openedCards;
  };
  const bios = () => {
    openedBios ??= open.bios();
    return openedBios;
  };
  const biosWith = async (word: string) => bios().withWord(word);
  const forget = () => {
    openedCards = undefined;
    openedBios?.close();
    openedBios = undefined;
  };

  async function read(query: CardQuery, wanted: number): Promise<SearchPage> {
    const [all, inBios] = await Promise.all([cards(), Promise.all(query.words.map(biosWith))]);
    const table = await all.table(query.filters.city);
    const found = table.find(query, inBios);
    const page = clampPage(wanted, found.length);
    const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return { cards: await all.cards(table, shown), total: found.length, page };
  }

  return {
    warm(words) {
      if (words) bios();
      Promise.all([cards(), ...(words ?? []).map(biosWith)]).catch(() => {});
    },
    async search(query, page) {
      try {
        return await read(query, page);
      } catch (error) {
        // A page that has been open for long may hold files that were replaced since.
        console.warn('Reading the cards again', error);
        forget();
        try {
          return await read(query, page);
        } catch (again) {
          forget();
          throw again;
        }
      }
    },
  };
}
