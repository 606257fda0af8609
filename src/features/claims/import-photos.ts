import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { readUrl } from '#lib/read-url.ts';
import { addressWithin } from '#lib/web-address.ts';
import { z } from '#lib/zod.ts';
import type { ImportLine } from './import-line.ts';

/** Columns whose addresses the server fetches photos from: the profile photo, and those of the portfolio. */
export const PHOTO_HEADINGS = {
  photo: ['profile-photo', 'photo-url', 'headshot', 'avatar', 'profile-picture', 'picture'],
  images: ['image', 'photos', 'pictures', 'portfolio', 'portfolio-images', 'gallery', 'image-urls'],
} as const;

export const isPhotoField = (field: string): field is keyof typeof PHOTO_HEADINGS =>
  Object.hasOwn(PHOTO_HEADINGS, field);

/** 'wall.jpg (https://…)' of Airtable and Notion, '[wall](https://… "Title")' of Markdown: the address in its brackets. */
const IN_BRACKETS =
  /\(\s*<?(https?:\/\/[^\s<>"()]+(?:\([^\s<>"()]*\)[^\s<>"()]*)*)>?(?:\s+"[^"]{0,300}")?\s*\)/i;
/** '=IMAGE("https://…", 1)' of spreadsheets, also without its equals sign. */
const FORMULA =
  /=?\b(?:IMAGE|HYPERLINK)\s*\(\s*["“](https?:\/\/[^\s"“”]+)["”](?:"[^"]{0,200}"|[^")\n]){0,60}\)/gi;
const QUOTES = /[<>"“”[\]]|(?:^|\s)'|'(?=$|[\s,;|])/g;
const ADDRESS = /^https?:\/\//i;
const ENDS_AS_PHOTO = /\.(jpe?g|png|webp|avif)([?#]|$)/i;

/** The words of a text, one after the other; 'https://…/my wall.jpg' is one. */
function wordsOf(text: string): string[] {
  const chunks = text.split(/[;|\t\r\n]+|,(?=\s*https?:)|,(?=\s|$)/);
  return chunks.flatMap((chunk) => {
    const words = chunk.split(/\s+/).filter(Boolean);
    const [first = '', ...rest] = words;
    const isOne =
      ADDRESS.test(first) &&
      !ENDS_AS_PHOTO.test(first) &&
      ENDS_AS_PHOTO.test(rest.at(-1) ?? '') &&
      !rest.some((word) => ADDRESS.test(word));
    return isOne ? [words.join('%20')] : words;
  });
}

/** An address as it is asked for: letters beyond ASCII are written so. Null for what is none. */
function photoAddress(word: string): string | null {
  if (!ADDRESS.test(word)) return null;
  const url = /[^!-~]/.test(word) ? readUrl(word)?.href : word;
  return url ? addressWithin(url, LIMITS.photoAddress) : null;
}

/**
 * The addresses in a cell, as Airtable, spreadsheets and people write them; commas within one are its own. Words before
 * an address in brackets are its name. Any other word is no photo that could be had, and refused.
 */
export function photoCell(field: keyof typeof PHOTO_HEADINGS, cell: string) {
  const texts = cell.replace(FORMULA, ' $1 ').split(IN_BRACKETS);
  const found = texts.flatMap((text, n) => {
    if (n % 2 === 1) return [photoAddress(text)];
    const words = wordsOf(text.replace(QUOTES, ' '));
    const isName = n < texts.length - 1;
    return (isName ? words.filter((word) => ADDRESS.test(word)) : words).map(photoAddress);
  });
  const most = field === 'photo' ? 1 : LIMITS.portfolioImages;
  if (found.length === 0 || found.length > most || found.some((address) => address === null))
    return { message: MESSAGES.photo_address_invalid };
  return { value: field === 'photo' ? found[0] : [...new Set(found)] };
}

export const hasPhotos = ({ changes }: ImportLine): boolean =>
  changes.some(({ field }) => isPhotoField(field));

/** How far the photos of imported pages are. */
export const importedPhotosSchema = z.object({
  photos: z.number().int(),
  fetched: z.number().int(),
  waiting: z.number().int(),
  problems: z.array(
    z.object({ name: z.string(), url: z.string(), problem: z.string().nullable() }),
  ),
  /** Of the pages that have a photo, or may still get one. */
  slugs: z.array(z.string()),
});
export type ImportedPhotos = z.output<typeof importedPhotosSchema>;
