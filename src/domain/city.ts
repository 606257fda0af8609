import { z } from 'zod';

/** A row of `cities` (section 3). */
export const citySchema = z.object({
  id: z.guid(),
  city_name: z.string().min(1),
  state: z.string().min(1),
  slug: z.string().min(1),
  description: z.string().nullable(),
  cover_photo: z.string().nullable(),
  artist_count: z.number().int(),
  featured: z.boolean(),
  created_at: z.string(),
});
export type City = z.output<typeof citySchema>;

/** A row of `directory_facets`: how many public artists name a style, a medium or a city. */
export const facetSchema = z.object({
  kind: z.enum(['style', 'medium', 'city']),
  value: z.string(),
  label: z.string(),
  state: z.string().nullable(),
  artist_count: z.number().int(),
});
export type Facet = z.output<typeof facetSchema>;
