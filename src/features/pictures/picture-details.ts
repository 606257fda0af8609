import { isConvex, type Quad } from '#lib/homography.ts';
import { LIMITS } from '#lib/limits.ts';
import { charLength } from '#lib/text.ts';
import { oneLine } from '#lib/visible-text.ts';
import { z } from '#lib/zod.ts';

const share = z.number().min(0).max(1);
const point = z.tuple([share, share]);

/** Twice the share of a photo that three corners of a wall enclose at least. */
const LEAST_WALL = 0.02;

/** Whether a flat wall of a size worth cutting out can look like this. */
export const isWall = (corners: Quad): boolean => isConvex(corners, LEAST_WALL);

/** What an artist says of one picture; SQL holds the same rules (`private.valid_picture_details`). */
const pictureDetailSchema = z.strictObject({
  /** Where the eye should rest when it is cropped, from the left and from the top. */
  x: share.optional(),
  y: share.optional(),
  /** The four corners of the painted wall, from the top left on; without them it fills the photo. */
  corners: z.tuple([point, point, point, point]).refine(isWall).optional(),
  /** What it shows, for who does not see it. */
  alt: z
    .string()
    .refine((text) => charLength(text) <= LIMITS.pictureAlt)
    .optional(),
});
export type PictureDetail = z.output<typeof pictureDetailSchema>;
export type WallCorners = NonNullable<PictureDetail['corners']>;

/** By the picture's address. */
export const pictureDetailsSchema = z.record(z.string(), pictureDetailSchema);
export type PictureDetails = z.output<typeof pictureDetailsSchema>;

/** With what is said of one picture; with nothing said, without it. */
export function withDetail(
  details: PictureDetails,
  url: string,
  { x, y, corners, alt = '' }: PictureDetail,
): PictureDetails {
  const { [url]: _, ...others } = details;
  const text = [...oneLine(alt)].slice(0, LIMITS.pictureAlt).join('');
  const said = {
    ...(x !== undefined && y !== undefined && { x, y }),
    ...(corners && { corners }),
    ...(text && { alt: text }),
  };
  return Object.keys(said).length > 0 ? { ...others, [url]: said } : others;
}

/** Of these pictures alone: more than so many are not kept. */
export function detailsOf(details: PictureDetails, urls: readonly string[]): PictureDetails {
  return Object.fromEntries(Object.entries(details).filter(([url]) => urls.includes(url)));
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Where a crop keeps what the eye should rest on: a value of `object-position`. */
export function focusPosition(detail: PictureDetail | undefined): string | undefined {
  if (detail?.x === undefined || detail.y === undefined) return undefined;
  return `${percent(detail.x)} ${percent(detail.y)}`;
}
