import { LIMITS } from './limits.ts';
import { charLength } from './text.ts';
import { z } from './zod.ts';

const share = z.number().min(0).max(1);

/** What an artist says of one picture; SQL holds the same rules (`private.valid_picture_details`). */
const pictureDetailSchema = z.strictObject({
  /** Where the eye should rest when it is cropped, from the left and from the top. */
  x: share.optional(),
  y: share.optional(),
  /** What it shows, for who does not see it. */
  alt: z
    .string()
    .refine((text) => charLength(text) <= LIMITS.pictureAlt)
    .optional(),
});
export type PictureDetail = z.output<typeof pictureDetailSchema>;

/** By the picture's address. */
export const pictureDetailsSchema = z.record(z.string(), pictureDetailSchema);
export type PictureDetails = z.output<typeof pictureDetailsSchema>;
