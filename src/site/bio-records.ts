import type { ListedArtist } from '#domain/artist.ts';
import { plain, WORD_END } from '#domain/bio-index.ts';

/** What an artist is found by beside the card: the words of the biography. */
export interface BioRecord {
  slug: string;
  words: string;
}

/** Those of artists who have written something. */
export function* bioRecords(artists: readonly ListedArtist[]): Generator<BioRecord> {
  for (const { slug, bio } of artists) {
    const words = eachWordOnce(bio ?? '');
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
