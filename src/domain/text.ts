import { z } from './zod.ts';

/** Length in characters as PostgreSQL's char_length counts them (code points, not UTF-16 units). */
export const charLength = (text: string): number => [...text].length;

/** Trimmed text with a lower and an upper limit in characters, each with its sentence; a missing value is too short. */
export function requiredText(min: number, tooShort: string, max: number, tooLong: string) {
  return z
    .string(tooShort)
    .trim()
    .refine((text) => charLength(text) >= min, tooShort)
    .refine((text) => charLength(text) <= max, tooLong);
}

/** Trimmed text of at most `max` characters; empty becomes null. */
export function optionalText(max: number, tooLong: string) {
  return z
    .string()
    .trim()
    .refine((text) => charLength(text) <= max, tooLong)
    .transform((text) => text || null);
}
