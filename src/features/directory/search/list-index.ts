import { isZip } from '#features/map/zip-code.ts';
import { PAGE_SIZE } from '#lib/limits.ts';
import { clampPage } from '#lib/pagination.ts';
import type { CardFacts } from './card-file.ts';
import { type OpenCards, openCards } from './card-files.ts';
import type { CardKind, ListCard } from './card-kind.ts';
import type { CardTable } from './card-table.ts';
import type { CardQuery } from './words/query.ts';
import { alternativesOf } from './words/search-words.ts';
import { openTexts, type Texts } from './words/texts.ts';

/** One page of a search. */
export interface SearchPage<Card = ListCard> {
  /** Where nothing fits, what comes nearest to it. */
  cards: Card[];
  /** How many fit. */
  total: number;
  /** The page shown: the last one when the address asks for a later one. */
  page: number;
  /** Words that were looked for instead, because nothing has those that were typed. */
  instead?: string;
  /** The ZIP code that was typed, and the city that it asks for. */
  near?: string;
  /** A ZIP code was typed that is none of ours. */
  isElsewhere?: true;
}

export interface ListIndex<Card = ListCard> {
  /** Fetches the cards ahead of a search; given words, also what looks them up in longer texts, even if there is none yet. */
  warm(words?: readonly string[]): void;
  /** Rejects when a file cannot be read. */
  search(query: CardQuery, page: number): Promise<SearchPage<Card>>;
}

/** How the cards and the longer texts of a list are had. */
interface Opening<Card extends ListCard> {
  cards(): Promise<OpenCards<Card>>;
  texts(): Texts;
}

const narrows = ({ words, filters }: CardQuery) =>
  words.length > 0 || Object.values(filters).some(Boolean);

/** A ZIP code asks for its city; the table of them comes when one is typed. */
async function withZip(query: CardQuery) {
  const { placeOfZip } = await import('#features/map/zip.ts');
  const zip = query.words.find((word) => placeOfZip(word));
  const place = zip && placeOfZip(zip);
  if (!place) return { query, said: { isElsewhere: true } as const };
  if (query.filters.city && query.filters.city !== place.slug) return { query, said: {} };
  const words = query.words.filter((word) => word !== zip);
  const inCity = { ...query, words, filters: { ...query.filters, city: place.slug } };
  return { query: inCity, said: { near: `${zip} (${place.city})` } };
}

const forgiving = () => Promise.all([import('./words/spelling.ts'), import('./nearest.ts')]);

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
  const textsWith = async (word: string) => {
    const found = await Promise.all(alternativesOf(word).map((one) => texts().withWord(one)));
    return new Set(found.flatMap((slugs) => [...slugs]));
  };
  const forget = () => {
    openedCards = undefined;
    openedTexts?.close();
    openedTexts = undefined;
  };

  async function find(all: OpenCards<Card>, query: CardQuery) {
    const inTexts = await Promise.all(query.words.map(textsWith));
    const table = await all.table(query.filters.city ?? '');
    return { table, rows: table.find(query, inTexts) };
  }

  async function read(typed: CardQuery, wanted: number): Promise<SearchPage<Card>> {
    const hasZip = typed.words.some(isZip);
    const { query, said } = hasZip ? await withZip(typed) : { query: typed, said: {} };
    return { ...said, ...(await answer(query, wanted)) };
  }

  async function answer(query: CardQuery, wanted: number): Promise<SearchPage<Card>> {
    const all = await cards();
    const { table, rows } = await find(all, query);
    if (rows.length > 0) return pageOf(all, table, rows, wanted);
    if (!narrows(query)) return { cards: [], total: 0, page: 1 };
    return forgive(all, query, wanted);
  }

  async function pageOf(
    all: OpenCards<Card>,
    table: CardTable<Card>,
    rows: number[],
    wanted: number,
  ) {
    const page = clampPage(wanted, rows.length);
    const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return { cards: await all.cards(table, shown), total: rows.length, page };
  }

  /** Looks for words that are spelled almost so, and else for what comes nearest. */
  async function forgive(all: OpenCards<Card>, query: CardQuery, wanted: number) {
    const [{ corrected }, { nearestRows }] = await forgiving();
    const whole = await all.table('');
    const texts = await Promise.all(query.words.map(textsWith));
    const asked = whole.asked(query, texts);
    const words = corrected(query.words, asked, whole.vocabulary());
    if (words) {
      const { table, rows } = await find(all, { ...query, words });
      if (rows.length > 0)
        return { ...(await pageOf(all, table, rows, wanted)), instead: words.join(' ') };
    }
    const nearest = await all.cards(whole, nearestRows(query, asked, whole));
    return { cards: nearest, total: 0, page: 1 };
  }

  return {
    warm(words) {
      if (words) texts();
      // Visitors mistype.
      Promise.all([cards(), ...(words ?? []).map(textsWith), words && forgiving()]).catch(() => {});
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
