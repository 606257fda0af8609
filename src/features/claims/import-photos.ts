import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { webAddress } from '#lib/web-address.ts';
import { z } from '#lib/zod.ts';
import type { ImportLine } from './import-line.ts';

/** Columns whose addresses the server fetches photos from: the profile photo, and those of the portfolio. */
export const PHOTO_HEADINGS = {
  photo: ['profile-photo', 'photo-url', 'headshot', 'avatar', 'profile-picture', 'picture'],
  images: ['image', 'photos', 'pictures', 'portfolio', 'portfolio-images', 'gallery', 'image-urls'],
} as const;

export const isPhotoField = (field: string): field is keyof typeof PHOTO_HEADINGS =>
  Object.hasOwn(PHOTO_HEADINGS, field);

/** The addresses in a cell; commas within one are its own. */
export function photoCell(field: keyof typeof PHOTO_HEADINGS, cell: string) {
  const parts = cell.split(/[\s;|]+|,(?=\s*https?:)|,(?=\s)/).filter(Boolean);
  const found = parts.map((part) => (/^https?:\/\//i.test(part) ? webAddress(part) : null));
  const most = field === 'photo' ? 1 : LIMITS.portfolioImages;
  if (found.length > most || found.some((address) => address === null))
    return { message: MESSAGES.photo_address_invalid };
  return { value: field === 'photo' ? found[0] : [...new Set(found)] };
}

/** Whether photos are fetched for a line. */
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
