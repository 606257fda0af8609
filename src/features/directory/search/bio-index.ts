import { bareLetters } from '#lib/slug.ts';
import type { ListName } from './card-file.ts';

/** Where the index of a list's longer texts lies: biographies, and the stories of murals. */
export const TEXT_FOLDERS: Readonly<Record<ListName, string>> = {
  artists: 'pagefind',
  murals: 'pagefind-murals',
};

/** In its folder: the list of its parts, which are folders. */
export const BIO_PARTS_FILE = 'parts.json';

/** In each part, whose record a result of Pagefind is. */
export const bioArtistsFile = 'artists.json';

/**
 * Ends each word of the index: of a word that nobody has, Pagefind finds the longest beginning that is a word itself,
 * and with this none is. A letter that nobody writes, and that sorts behind all others.
 */
export const WORD_END = 'ꞏ';

/** Without case, accents and signs; words stay apart. What is searched and what is searched for are both made so. */
export function plain(text: string): string {
  const lower = text.toLowerCase();
  if (/^[a-z0-9 ]*$/.test(lower)) return lower;
  return bareLetters(lower.normalize('NFD')).replace(/[^\p{L}\p{N}_ ]/gu, '');
}
