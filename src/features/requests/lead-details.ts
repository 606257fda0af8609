import { siteFactsSchema } from '#features/site-facts/site-facts-schema.ts';
import { SIZE_SOURCES, type SizeSource, WALL_PLACES, type WallPlace } from '#lib/options.ts';
import { z } from '#lib/zod.ts';

/** What a request says about its wall besides the form, as `p_details` takes it (`private.checked_details`). */
export interface LeadDetails {
  width_ft: number | null;
  height_ft: number | null;
  /** How far the size can be trusted; null without one. */
  size_source: SizeSource | null;
  place: WallPlace | null;
  /** The surface is `other` because the client does not know it. */
  surface_unsure: boolean;
  /** Walls of this site that it should be like, by what stands in their addresses: the file of cards has no ids. */
  mural_slugs: string[];
  /** A call comes before a proposal; missing where that is not wanted. */
  call_first?: boolean;
}

/** A mural that the client likes, as a small picture that leads to it. */
export const likedMuralSchema = z.object({
  id: z.guid(),
  slug: z.string(),
  title: z.string(),
  image_url: z.string().nullable(),
});
export type LikedMural = z.output<typeof likedMuralSchema>;

/** The same as it is read, with those of the murals that are public. */
export const shownDetailsSchema = z.object({
  width_ft: z.number().nullish(),
  height_ft: z.number().nullish(),
  size_source: z.enum(SIZE_SOURCES).nullish(),
  place: z.enum(WALL_PLACES).nullish(),
  surface_unsure: z.boolean().nullish(),
  murals: z.array(likedMuralSchema),
  facts: siteFactsSchema.nullish(),
});
export type ShownDetails = z.output<typeof shownDetailsSchema>;
