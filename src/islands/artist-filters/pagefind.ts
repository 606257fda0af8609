import { stemmer } from 'stemmer';
import { CborReader } from './cbor.ts';
import { memoize } from './memoize.ts';

/**
 * An open search index. A record is known by its number.
 *
 * Pagefind made the index; its browser library is not used to read it. That one compares every record of a word with
 * every use of the word, which takes half a second when 7,000 artists have it, gives those who have only the beginning
 * of a word that nobody has, and is 160 KB of scripts and WebAssembly before the first answer.
 */
export interface OpenIndex {
  /** Every record, in an order of the index. */
  sortedRecords(sort: string): readonly number[];
  /** The records that have a word which begins like this one, or is another form of it. */
  recordsWith(word: string): Promise<ReadonlySet<number>>;
  /** The URL of a record as the publisher wrote it. */
  url(record: number): Promise<string>;
}

/** One of the files that hold the words, and which words: in alphabetical order, from one to another. */
interface Part {
  first: string;
  last: string;
  name: string;
}

/** A word without its accents, and the records that have it, with accents or without. */
interface Word {
  plain: string;
  records: readonly number[];
}

const FOLDER = '/pagefind/';
/** All files but the entry begin with it, once unpacked. */
const SIGNATURE = 'pagefind_dcd';
/** Shorter words have no other forms, only other words that begin like them. */
const SHORTEST_INFLECTED = 4;

/**
 * Opens the index of this site; fetches its contents, some 15 bytes for each record.
 *
 * @throws when a file cannot be read. So does what it gives, also because the index was replaced in the meantime.
 */
export async function openIndex(): Promise<OpenIndex> {
  // Asked for again even when it is in the cache: it names the files of the index that is in use now.
  const entry = await (await get('pagefind-entry.json', { cache: 'no-cache' })).json();
  const [language] = Object.values<{ hash: string }>(entry.languages);
  if (!language) return EMPTY;
  const contents = await unpacked(`pagefind.${language.hash}.pf_meta`);
  const { names, parts, orders } = readContents(contents);
  const wordsOf = memoize(parts.length, async (name: string) =>
    readPart(await unpacked(`index/${name}.pf_index`)),
  );

  return {
    sortedRecords: (sort) => orders.get(sort) ?? [],
    async recordsWith(word) {
      const { beginning, matches } = wordMatcher(word);
      const searched = parts.filter((part) => mayHold(part, beginning));
      const words = await Promise.all(searched.map(({ name }) => wordsOf(name)));
      const found = words.flat().filter(({ plain }) => matches(plain));
      return new Set(found.flatMap(({ records }) => records));
    },
    async url(record) {
      const at = names[record];
      if (at === undefined) throw new RangeError(`The search index has no record ${record}`);
      const name = new CborReader(contents, at).text();
      const file = await unpacked(`fragment/${name}.pf_fragment`);
      return JSON.parse(new TextDecoder().decode(file)).url;
    },
  };
}

const EMPTY: OpenIndex = {
  sortedRecords: () => [],
  recordsWith: async () => new Set(),
  url: () => Promise.reject(new RangeError('The search index is empty')),
};

/**
 * Reads a `pagefind.*.pf_meta` of Pagefind 1.5: [version, records, parts, filters, orders], where a record is
 * [name, words], a part is [first, last, name], and an order is [sort, records].
 *
 * @returns of each record where its name is: they are many, and few are needed.
 */
function readContents(bytes: Uint8Array) {
  const cbor = new CborReader(bytes);
  cbor.list();
  cbor.skip(1);
  const names = cbor.each(() => {
    cbor.list();
    const { at } = cbor;
    cbor.skip(2);
    return at;
  });
  const parts = cbor.each((): Part => {
    cbor.list();
    return { first: cbor.text(), last: cbor.text(), name: cbor.text() };
  });
  cbor.skip(1);
  const orders = cbor.each(() => {
    cbor.list();
    return [cbor.text(), cbor.each(() => cbor.number())] as const;
  });
  return { names, parts, orders: new Map(orders) };
}

/**
 * Reads a `*.pf_index` of Pagefind 1.5: [words], where a word is [plain, uses, accented], accented spellings are
 * [spelling, uses], and a use is [distance from the record before, places in the text, places in metadata].
 */
function readPart(bytes: Uint8Array): Word[] {
  const cbor = new CborReader(bytes);
  const addUses = (records: number[]) => {
    let record = 0;
    for (let left = cbor.list(); left > 0; left--) {
      cbor.list();
      record += cbor.number();
      records.push(record);
      cbor.skip(2);
    }
  };
  cbor.list();
  return cbor.each(() => {
    cbor.list();
    const word = { plain: cbor.text(), records: [] };
    addUses(word.records);
    for (let left = cbor.list(); left > 0; left--) {
      cbor.list();
      cbor.skip(1);
      addUses(word.records);
    }
    return word;
  });
}

/** Which words of an index somebody means who wrote this one: 'murals' finds 'mural', and 'paint' finds 'paintings'. */
function wordMatcher(word: string): { beginning: string; matches(candidate: string): boolean } {
  const wanted = plain(word);
  const stem = wanted.length < SHORTEST_INFLECTED ? wanted : stemmer(wanted);
  let shared = 0;
  while (shared < stem.length && stem[shared] === wanted[shared]) shared++;
  // The stem of 'city' and of 'cities' is 'citi'.
  const beginning = wanted.slice(0, shared).replace(/(?<=..)i$/, '');
  return {
    beginning,
    matches: (candidate) =>
      candidate.startsWith(wanted) ||
      (candidate.startsWith(beginning) && stemmer(candidate) === stem),
  };
}

/** As Pagefind writes a word: without case, accents and signs. */
function plain(word: string): string {
  return word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]/gu, '');
}

/** `first` and `last` are only as long as it takes to tell one part from the next. */
function mayHold({ first, last }: Part, beginning: string): boolean {
  const [from, to] = [first.length, last.length].map((n) => Math.min(n, beginning.length));
  return (
    first.slice(0, from) <= beginning.slice(0, from) && beginning.slice(0, to) <= last.slice(0, to)
  );
}

async function unpacked(file: string): Promise<Uint8Array> {
  const { body } = await get(file);
  if (!body) throw new Error(`${file} is empty`);
  const content = new Response(body.pipeThrough(new DecompressionStream('gzip')));
  return new Uint8Array(await content.arrayBuffer()).subarray(SIGNATURE.length);
}

async function get(file: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(FOLDER + file, init);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response;
}
