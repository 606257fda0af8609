import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { charLength } from '#lib/text.ts';
import { z } from '#lib/zod.ts';
import { parseList } from './artist.ts';

/** Styles that were pressed as chips or typed in words, the first 20 of them (section 5). */
export const chosenStyles = z
  .array(z.string())
  .transform((styles) => parseList(styles.join(',')))
  .refine(
    (styles) => styles.every((style) => charLength(style) <= LIMITS.listItemLength),
    MESSAGES.list_item_too_long,
  );
