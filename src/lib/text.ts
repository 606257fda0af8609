import { cleaned, oneLine } from './visible-text.ts';
import { z } from './zod.ts';

/** Length in characters as PostgreSQL's char_length counts them (code points, not UTF-16 units). */
export const charLength = (text: string): number => [...text].length;

const required =
  (kept: (text: string) => string) =>
  (min: number, tooShort: string, max: number, tooLong: string) =>
    z
      .string(tooShort)
      .overwrite(kept)
      .refine((text) => charLength(text) >= min, tooShort)
      .refine((text) => charLength(text) <= max, tooLong);

const optional = (kept: (text: string) => string) => (max: number, tooLong: string) =>
  z
    .string()
    .overwrite(kept)
    .refine((text) => charLength(text) <= max, tooLong)
    .transform((text) => text || null);

/** Text with a lower and an upper limit in characters, each with its sentence; a missing value is too short. */
export const requiredText = required(cleaned);

/** Text of at most `max` characters; empty becomes null. */
export const optionalText = optional(cleaned);

/** The same of one line. */
export const requiredLine = required(oneLine);
export const optionalLine = optional(oneLine);
