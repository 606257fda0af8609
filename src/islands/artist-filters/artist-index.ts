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

/** Kept of what was looked up: the next key press, filter or page mostly asks for some of the same again. */
const KEPT = { words: 40, cards: 600 };

/** A record's URL is a path, a `#` and the JSON of the card (src/site/search-records.ts). */
const cardOf = (url: string): ArtistCardData => JSON.parse(url.slice(url.indexOf('#') + 1));

/** The search index of this site, opened on first use. */
export function artistIndex(open: () => Promise<OpenIndex> = openIndex): ArtistIndex {
  let opened: Promise<OpenIndex> | undefined;
  const words = keeping<string, ReadonlySet<number>>(KEPT.words);
  const cards = keeping<number, ArtistCardData>(KEPT.cards);

  function forget(): void {
    opened = undefined;
    words.forget();
    cards.forget();
  }
  function index(): Promise<OpenIndex> {
    opened ??= open().catch((error) => {
      forget();
      throw error;
    });
    return opened;
  }

  async function read(query: IndexQuery, wanted: number): Promise<SearchPage> {
    const from = await index();
    const sets = await words.all(query.words, from.having);
    const found = from.inOrder(query.sort).filter((record) => sets.every((set) => set.has(record)));
    const page = clampPage(wanted, found.length);
    const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const card = async (record: number) => cardOf(await from.url(record));
    return { cards: await cards.all(shown, card), total: found.length, page };
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

/** Looks things up once, and again after `forget` or when there are too many. */
function keeping<K, V>(most: number) {
  const known = new Map<K, Promise<V>>();
  return {
    all(keys: readonly K[], lookUp: (key: K) => Promise<V>): Promise<V[]> {
      if (known.size > most) known.clear();
      const found = keys.map((key) => {
        const value = known.get(key) ?? lookUp(key);
        known.set(key, value);
        return value;
      });
      return Promise.all(found);
    },
    forget: () => known.clear(),
  };
}
