import type { ArtistCardData } from '#domain/artist-card.ts';
import { PAGE_SIZE } from '#domain/limits.ts';
import { clampPage } from '#domain/pagination.ts';
import type { IndexQuery } from './query.ts';

/** The part of Pagefind's browser library that this site uses (https://pagefind.app/docs/api/). */
interface PagefindResult {
  data(): Promise<{ meta: Record<string, string> }>;
}
export interface Pagefind {
  options(options: Record<string, unknown>): Promise<void>;
  init(): Promise<void>;
  destroy(): Promise<void>;
  search(
    text: string | null,
    options: { filters: Record<string, string>; sort: Record<string, string> },
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

/** The search index of this site, loaded on first use. */
export function artistIndex(load: () => Promise<Pagefind> = loadLibrary): ArtistIndex {
  let opened: Promise<Pagefind> | undefined;

  async function open(): Promise<Pagefind> {
    const pagefind = await load();
    await pagefind.options({ excerptLength: 0 });
    await pagefind.init();
    return pagefind;
  }
  const library = () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };

  async function read(query: IndexQuery, wanted: number): Promise<SearchPage> {
    const pagefind = await library();
    const { text, filters, sort } = query;
    const found = await pagefind.search(text, { filters, sort });
    if (!found) throw new Error('The search index gave no answer');
    const total = found.results.length;
    const page = clampPage(wanted, total);
    const shown = found.results.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const records = await Promise.all(shown.map((result) => result.data()));
    const cards = records.map((record) => JSON.parse(record.meta.card ?? '') as ArtistCardData);
    return { cards, total, page };
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
        return read(query, page);
      }
    },
  };
}
