import type { ArtistCardData } from '#domain/artist-card.ts';
import { PAGE_SIZE } from '#domain/limits.ts';
import { clampPage } from '#domain/pagination.ts';
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
  /** Opens the index ahead of the first search. */
  warm(): void;
  /** Rejects when the index cannot be read. */
  search(query: IndexQuery, page: number): Promise<SearchPage>;
}

/** Words whose artists are kept: the next key press, filter or page mostly asks for the same ones again. */
const KEPT_WORDS = 40;

/** A record's URL is a path, a `#` and the JSON of the card (src/site/search-records.ts). */
const cardOf = (url: string): ArtistCardData => JSON.parse(url.slice(url.indexOf('#') + 1));

/** The search index of this site, opened on first use. */
export function artistIndex(open: () => Promise<OpenIndex> = openIndex): ArtistIndex {
  let opened: Promise<OpenIndex> | undefined;
  const known = new Map<string, Promise<ReadonlySet<number>>>();

  function forget(): void {
    opened = undefined;
    known.clear();
  }
  function index(): Promise<OpenIndex> {
    opened ??= open().catch((error) => {
      forget();
      throw error;
    });
    return opened;
  }

  function having(from: OpenIndex, word: string): Promise<ReadonlySet<number>> {
    const records = known.get(word) ?? from.having(word);
    if (known.size >= KEPT_WORDS) known.clear();
    known.set(word, records);
    return records;
  }

  async function read({ words, sort }: IndexQuery, wanted: number): Promise<SearchPage> {
    const from = await index();
    const sets = await Promise.all(words.map((word) => having(from, word)));
    const found = from.inOrder(sort).filter((record) => sets.every((set) => set.has(record)));
    const page = clampPage(wanted, found.length);
    const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const urls = await Promise.all(shown.map((record) => from.url(record)));
    return { cards: urls.map(cardOf), total: found.length, page };
  }

  return {
    warm: () => void index().catch(() => {}),
    async search(query, page) {
      try {
        return await read(query, page);
      } catch (error) {
        // A page that has been open for long may hold an index that was replaced since.
        console.warn('Reading the search index again', error);
        forget();
        return read(query, page);
      }
    },
  };
}
