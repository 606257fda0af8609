import type { CardFacts } from '#domain/card-file.ts';
import { PAGE_SIZE } from '#domain/limits.ts';
import { clampPage } from '#domain/pagination.ts';
import { type OpenCards, openCards } from './card-files.ts';
import type { CardKind, ListCard } from './card-kind.ts';
import type { CardQuery } from './query.ts';
import { openTexts, type Texts } from './texts.ts';

/** One page of a search. */
export interface SearchPage<Card = ListCard> {
  cards: Card[];
  total: number;
  /** The page shown: the last one when the address asks for a later one. */
  page: number;
}

export interface ListIndex<Card = ListCard> {
  /** Fetches the cards ahead of a search; given words, also what looks them up in longer texts, even if there is none yet. */
  warm(words?: readonly string[]): void;
  /** Rejects when a file cannot be read. */
  search(query: CardQuery, page: number): Promise<SearchPage<Card>>;
}

/** How the cards and the longer texts of a list are had. */
export interface Opening<Card extends ListCard> {
  cards(): Promise<OpenCards<Card>>;
  texts(): Texts;
}

/** Those of a kind of list of this site. */
export function indexOf<Card extends ListCard, Facts extends CardFacts>(
  kind: CardKind<Card, Facts>,
): ListIndex<Card> {
  return listIndex({ cards: () => openCards(kind), texts: () => openTexts(kind.list) });
}

/** Fetched on first use; longer texts when there is a word to look up. */
export function listIndex<Card extends ListCard>(open: Opening<Card>): ListIndex<Card> {
  let openedCards: Promise<OpenCards<Card>> | undefined;
  let openedTexts: Texts | undefined;

  const cards = () => {
    openedCards ??= open.cards();
    return openedCards;
  };
  const texts = () => {
    openedTexts ??= open.texts();
    return openedTexts;
  };
  const textsWith = async (word: string) => texts().withWord(word);
  const forget = () => {
    openedCards = undefined;
    openedTexts?.close();
    openedTexts = undefined;
  };

  async function read(query: CardQuery, wanted: number): Promise<SearchPage<Card>> {
    const [all, inTexts] = await Promise.all([cards(), Promise.all(query.words.map(textsWith))]);
    const table = await all.table(query.filters.city ?? '');
    const found = table.find(query, inTexts);
    const page = clampPage(wanted, found.length);
    const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return { cards: await all.cards(table, shown), total: found.length, page };
  }

  return {
    warm(words) {
      if (words) texts();
      Promise.all([cards(), ...(words ?? []).map(textsWith)]).catch(() => {});
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
