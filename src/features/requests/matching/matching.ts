import { z } from '#lib/zod.ts';

/** By what requests are offered to artists; the database does it (private.offer_artists). */
export const MATCHING_RULES = ['specification', 'scores'] as const;
export type MatchingRule = (typeof MATCHING_RULES)[number];

export const matchingSettingsSchema = z.object({ rule: z.enum(MATCHING_RULES) });
