import { choice, feet, siteFactsSchema } from '#features/site-facts/site-facts-schema.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { SIZE_SOURCES, WALL_PLACES } from '#lib/options.ts';
import { z } from '#lib/zod.ts';

const side = feet(MESSAGES.feet_invalid);

const detailFields = z.object({
  width_ft: side,
  height_ft: side,
  /** How far the size can be trusted; null without one. */
  size_source: choice(SIZE_SOURCES),
  place: choice(WALL_PLACES),
  /** The surface is `other` because the client does not know it. */
  surface_unsure: z
    .boolean(MESSAGES.invalid_input)
    .nullish()
    .transform((value) => value ?? false),
  /** Walls of this site that it should be like, in the order of choosing. */
  mural_ids: z
    .array(z.guid(MESSAGES.invalid_input), MESSAGES.invalid_input)
    .max(LIMITS.likedMurals, MESSAGES.liked_murals_too_many)
    .nullish()
    .transform((ids) => [...new Set(ids ?? [])]),
});

/** By what stands in their addresses: the file of cards that people choose from has no ids. */
const slugs = z
  .array(
    z.string(MESSAGES.invalid_input).regex(/^[0-9a-z-]{1,140}$/, MESSAGES.invalid_input),
    MESSAGES.invalid_input,
  )
  .max(LIMITS.likedMurals, MESSAGES.liked_murals_too_many)
  .nullish()
  .transform((list) => [...new Set(list ?? [])]);

/** What a request says about its wall besides the form, as `p_details` takes it; gives it as it is stored. */
export const leadDetailsSchema = detailFields
  .extend({ mural_slugs: slugs })
  .refine((details) => (details.width_ft === null) === (details.height_ft === null), {
    path: ['width_ft'],
    message: MESSAGES.feet_invalid,
  })
  .refine(
    ({ mural_ids, mural_slugs }) => mural_ids.length + mural_slugs.length <= LIMITS.likedMurals,
    {
      path: ['mural_ids'],
      message: MESSAGES.liked_murals_too_many,
    },
  )
  .transform((details) => ({
    ...details,
    size_source: details.width_ft === null ? null : (details.size_source ?? 'typed'),
  }));
export type LeadDetails = z.output<typeof leadDetailsSchema> & {
  /** A call comes before a proposal; missing where that is not wanted. */
  call_first?: boolean;
};

/** A mural that the client likes, as a small picture that leads to it. */
export const likedMuralSchema = z.object({
  id: z.guid(),
  slug: z.string(),
  title: z.string(),
  image_url: z.string().nullable(),
});
export type LikedMural = z.output<typeof likedMuralSchema>;

/** The same as it is read, with those of the murals that are public. */
export const shownDetailsSchema = detailFields.extend({
  murals: z.array(likedMuralSchema),
  facts: siteFactsSchema.nullish(),
});
export type ShownDetails = z.output<typeof shownDetailsSchema>;
