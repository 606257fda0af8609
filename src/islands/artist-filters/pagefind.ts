import { stemmer } from 'stemmer';
import { readCbor } from './cbor.ts';
import { keeping } from './keeping.ts';

/**
 * An open search index. A record is known by its number.
 *
 * Pagefind made the index; its browser library is not used to read it. That one compares every record of a word with
 * every use of the word, which takes half a second when 7,000 artists have it, gives those who have only the beginning
 * of a word that nobody has, and is 160 KB of scripts and WebAssembly before the first answer.
 */
export interface OpenIndex {
  /** Every record, in an order of the index. */
  inOrder(sort: string): readonly number[];
  /** The records that have a word which begins like this one, or is another form of it. */
  having(word: string): Promise<ReadonlySet<number>>;
  /** The URL of a record as the publisher wrote it. */
  url(record: number): Promise<string>;
}

/** `pagefind.*.pf_meta` of Pagefind 1.5: what the files of an index hold. */
type Meta = readonly [
  version: string,
  records: readonly (readonly [name: string, words: number])[],
  parts: readonly (readonly [first: string, last: string, name: string])[],
  filters: unknown,
  orders: readonly (readonly [sort: string, records: readonly number[]])[],
];

/** `*.pf_index`: some words in alphabetical order. Each record is written as its distance from the one before. */
type Part = readonly [words: readonly Word[]];
type Word = readonly [
  plain: string,
  records: Distances,
  accented: readonly (readonly [spelling: string, records: Distances])[],
];
type Distances = readonly (readonly [distance: number])[];

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
  const [, records, parts, , orders] = readCbor(contents) as Meta;
  const wordsOf = keeping(parts.length, async (name: string) => {
    const [words] = readCbor(await unpacked(`index/${name}.pf_index`)) as Part;
    return words;
  });

  return {
    inOrder: (sort) => orders.find(([name]) => name === sort)?.[1] ?? [],
    async having(word) {
      const { beginning, matches } = like(word);
      const names = parts.flatMap(([first, last, name]) =>
        mayHold(first, last, beginning) ? [name] : [],
      );
      const words = (await Promise.all(names.map(wordsOf))).flat();
      const found = new Set<number>();
      for (const [plain, records, accented] of words) {
        if (!matches(plain)) continue;
        addAll(found, records);
        for (const [, records] of accented) addAll(found, records);
      }
      return found;
    },
    async url(record) {
      const file = await unpacked(`fragment/${records[record]?.[0]}.pf_fragment`);
      return JSON.parse(new TextDecoder().decode(file)).url;
    },
  };
}

const EMPTY: OpenIndex = {
  inOrder: () => [],
  having: async () => new Set(),
  url: () => Promise.reject(new RangeError('The search index is empty')),
};

function addAll(found: Set<number>, distances: Distances): void {
  let record = 0;
  for (const [distance] of distances) {
    record += distance;
    found.add(record);
  }
}

/** Which words of an index somebody means who wrote this one: 'murals' finds 'mural', and 'paint' finds 'paintings'. */
function like(word: string): { beginning: string; matches(candidate: string): boolean } {
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
function mayHold(first: string, last: string, beginning: string): boolean {
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
