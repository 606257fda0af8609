import type { ArtistCardData } from '#domain/artist-card.ts';
import { PAGE_SIZE } from '#domain/limits.ts';
import { clampPage } from '#domain/pagination.ts';
import { memoize } from './memoize.ts';
import { type OpenIndex, openIndex } from './pagefind.ts';
import type { IndexQuery } from './query.ts';

/** One page of a search. */
export interface SearchPage {
  cards: ArtistCardData[];
  total: number;
  /** The page shown: the last one when the address asks for a later one. */
  page: number;
}

export interface ArtistIndex {
  /** Opens the index, and looks these words up in it, ahead of a search. */
  warm(words?: readonly string[]): void;
  /** Rejects when the index cannot be read. */
  search(query: IndexQuery, page: number): Promise<SearchPage>;
}

/** Kept of what was looked up: the next key press, filter or page mostly asks for some of the same again. */
const KEPT = { words: 40, cards: 600 };

/** A record's URL is a path, a `#` and the JSON of the card (src/site/search-records.ts). */
const cardOf = (url: string): ArtistCardData => JSON.parse(url.slice(url.indexOf('#') + 1));

/** An open index with what was read of it. Kept together: another index knows its records by other numbers. */
interface Opened extends Pick<OpenIndex, 'sortedRecords' | 'recordsWith'> {
  card(record: number): Promise<ArtistCardData>;
}

/** The search index of this site, opened on first use. */
export function artistIndex(open: () => Promise<OpenIndex> = openIndex): ArtistIndex {
  let opened: Promise<Opened> | undefined;

  function index(): Promise<Opened> {
    opened ??= open().then(
      (from) => ({
        sortedRecords: from.sortedRecords,
        recordsWith: memoize(KEPT.words, from.recordsWith),
        card: memoize(KEPT.cards, async (record: number) => cardOf(await from.url(record))),
      }),
      (error) => {
        opened = undefined;
        throw error;
      },
    );
    return opened;
  }

  async function read({ words, sort }: IndexQuery, wanted: number): Promise<SearchPage> {
    const { sortedRecords, recordsWith, card } = await index();
    const sets = await Promise.all(words.map(recordsWith));
    const found = sortedRecords(sort).filter((record) => sets.every((set) => set.has(record)));
    const page = clampPage(wanted, found.length);
    const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return { cards: await Promise.all(shown.map(card)), total: found.length, page };
  }

  return {
    warm(words = []) {
      const known = index().then(({ recordsWith }) => Promise.all(words.map(recordsWith)));
      known.catch(() => {});
    },
    async search(query, page) {
      try {
        return await read(query, page);
      } catch (error) {
        // A page that has been open for long may hold an index that was replaced since.
        console.warn('Reading the search index again', error);
        opened = undefined;
        return read(query, page);
      }
    },
  };
}
