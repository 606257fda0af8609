import type { ListedArtist } from '#features/artists/artist.ts';
import { plain, WORD_END } from '#features/directory/search/bio-index.ts';
import type { ListName } from '#features/directory/search/card-file.ts';
import type { Directory } from './directory.ts';

/** What an artist or a mural is found by beside the card: the words of the biography, or of its story. */
export interface BioRecord {
  slug: string;
  words: string;
}

/** Those of a list's rows of which something is told. */
export function textRecords(list: ListName, directory: Directory): Generator<BioRecord> {
  if (list === 'artists') return bioRecords([...directory.allArtists()]);
  const stories = directory.allMurals();
  return records(stories.map(({ slug, description }) => ({ slug, text: description })));
}

/** Those of artists who have written something. */
export function bioRecords(artists: readonly ListedArtist[]): Generator<BioRecord> {
  return records(artists.map(({ slug, bio }) => ({ slug, text: bio })));
}

function* records(told: Iterable<{ slug: string; text: string | null }>): Generator<BioRecord> {
  for (const { slug, text } of told) {
    const words = eachWordOnce(text ?? '');
    if (words) yield { slug, words };
  }
}

/** A double name is found by either part and as a whole. */
const DASHES = /[\p{Pd}/]/u;

/** The order of lists is never that of relevance, so how often and where a word stands only costs bytes and time. */
function eachWordOnce(text: string): string {
  const tokens = text.split(/\s+/).flatMap((one) => [one, ...one.split(DASHES)]);
  const words = new Set(tokens.map(plain).filter(Boolean));
  return [...words].map((word) => word + WORD_END).join(' ');
}
