import { z } from '#lib/zod.ts';

/** One width of a published picture; `jpg` exists only for the fallback width. */
const sourceSchema = z.object({
  width: z.number().int(),
  avif: z.string().optional(),
  webp: z.string(),
  jpg: z.string().optional(),
});

/** A picture as the publisher made it: its measures, its dominant color and its variants, narrow to wide. */
export const pictureSchema = z.object({
  width: z.number().int(),
  height: z.number().int(),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  sources: z.array(sourceSchema).min(1),
  /** Where the eye should rest when it is cropped, in tenths from the left and from the top. */
  focus: z.tuple([z.number().int(), z.number().int()]).optional(),
  /** The four corners of the painted wall, as two shares each: where a visitor can try it on another wall. */
  corners: z.array(z.number()).length(8).optional(),
});
export type Picture = z.output<typeof pictureSchema>;
