import type { ArtistCardData } from '#domain/artist-card.ts';
import { PAGE_SIZE } from '#domain/limits.ts';
import { clampPage } from '#domain/pagination.ts';
import type { IndexQuery } from './query.ts';

/** The part of Pagefind's browser library that this site uses (https://pagefind.app/docs/api/). */
interface PagefindResult {
  /** Names the record, the same in every search. */
  id: string;
  /** `raw_url` is as the publisher wrote it. */
  data(): Promise<{ raw_url: string }>;
}
export interface Pagefind {
  options(options: Record<string, unknown>): Promise<void>;
  init(): Promise<void>;
  destroy(): Promise<void>;
  search(
    text: string | null,
    options: { sort: Record<string, string> },
  ): Promise<{ results: PagefindResult[] } | null>;
}

/** One page of a search. */
export interface SearchPage {
  cards: ArtistCardData[];
  total: number;
  /** The page shown: the last one when the address asks for a later one. */
  page: number;
}

export interface ArtistIndex {
  /** Fetches the library and the index's entry ahead of the first search. */
  warm(): void;
  /** Rejects when the index cannot be read. */
  search(query: IndexQuery, page: number): Promise<SearchPage>;
}

// Not bundled: the publisher makes the library together with the index, and replaces both.
// @ts-expect-error There is nothing at this path until the site is built.
const loadLibrary = (): Promise<Pagefind> => import(/* @vite-ignore */ '/pagefind/pagefind.js');

/** Answers kept: the next key press, filter or page mostly asks for the same orders and words again. */
const KEPT_ANSWERS = 40;

/** A record's URL is a path, a `#` and the JSON of the card (src/site/search-records.ts). */
const cardOf = (url: string): ArtistCardData => JSON.parse(url.slice(url.indexOf('#') + 1));

/** The search index of this site, loaded on first use. */
export function artistIndex(load: () => Promise<Pagefind> = loadLibrary): ArtistIndex {
  let opened: Promise<Pagefind> | undefined;
  const answers = new Map<string, Promise<PagefindResult[]>>();

  async function open(): Promise<Pagefind> {
    const pagefind = await load();
    await pagefind.options({ excerptLength: 0 });
    await pagefind.init();
    return pagefind;
  }
  const library = () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      answers.clear();
      throw error;
    });
    return opened;
  };

  async function ask(text: string | null, sort: object) {
    const found = await (await library()).search(text, { sort: { ...sort } });
    if (!found) throw new Error('The search index gave no answer');
    return found.results;
  }

  async function matches(query: IndexQuery): Promise<PagefindResult[]> {
    const find = (text: string | null, sort: object) => {
      const key = JSON.stringify([text, sort]);
      const answer = answers.get(key) ?? ask(text, sort);
      if (answers.size >= KEPT_ANSWERS) answers.clear();
      answers.set(key, answer);
      return answer;
    };
    // Pagefind joins the words of one search loosely: it ignores those that nobody uses. A directory wants every
    // word to be there, so each is a search of its own. The first one, or that for everybody, brings the order.
    const [first = null, ...others] = query.words;
    const [inOrder, ...perWord] = await Promise.all([
      find(first, query.sort),
      ...others.map((word) => find(word, {})),
    ]);
    const sets = perWord.map((results) => new Set(results.map((result) => result.id)));
    return inOrder.filter(({ id }) => sets.every((set) => set.has(id)));
  }

  async function read(query: IndexQuery, wanted: number): Promise<SearchPage> {
    const found = await matches(query);
    const page = clampPage(wanted, found.length);
    const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const records = await Promise.all(shown.map((result) => result.data()));
    return { cards: records.map((record) => cardOf(record.raw_url)), total: found.length, page };
  }

  return {
    warm: () => void library().catch(() => {}),
    async search(query, page) {
      try {
        return await read(query, page);
      } catch (error) {
        // A page that has been open for long may hold the entry of an index that was replaced since.
        console.warn('Reading the search index again', error);
        await (await opened)?.destroy().catch(() => {});
        opened = undefined;
        answers.clear();
        return read(query, page);
      }
    },
  };
}
