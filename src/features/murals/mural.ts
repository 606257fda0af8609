import { pictureDetailsSchema } from '#features/pictures/picture-details.ts';
import { z } from '#lib/zod.ts';

/** How others may use the pictures of a mural; null reads as the first. */
export const LICENSES = [
  'all-rights-reserved',
  'cc-by',
  'cc-by-sa',
  'cc-by-nc',
  'cc-by-nc-nd',
] as const;
export type License = (typeof LICENSES)[number];

/** What a draft is called until it has a title; publishing refuses it. */
export const UNTITLED = 'Untitled mural';

/** A row of `murals` (section 3). */
export const muralSchema = z.object({
  id: z.guid(),
  slug: z.string().min(1),
  title: z.string().min(1),
  description: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  city_slug: z.string().nullable(),
  location_details: z.string().nullable(),
  date_completed: z.string().nullable(),
  surface_type: z.string().nullable(),
  medium: z.string().nullable(),
  /** Derived where width and height are known, otherwise as it was written. */
  dimensions: z.string().nullable(),
  width_ft: z.number().nullable(),
  height_ft: z.number().nullable(),
  /** Among its artist's, the lowest first; the newest of the same. */
  position: z.number().int(),
  /** Where the wall is; without them, somewhere in its city. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  styles: z.array(z.string()),
  image_url: z.string().nullable(),
  gallery_images: z.array(z.string()),
  /** The wall before it was painted. */
  before_url: z.string().nullable(),
  license: z.enum(LICENSES).nullable(),
  /** Who took part, and who took the pictures. */
  credit: z.string().nullable(),
  picture_details: pictureDetailsSchema,
  featured: z.boolean(),
  public_visible: z.boolean(),
  artist_id: z.guid().nullable(),
  created_at: z.string(),
  /** When it was public first. */
  published_at: z.string().nullable(),
  updated_at: z.string(),
});
export type Mural = z.output<typeof muralSchema>;

/** An address that a mural was public under before. */
export const muralRedirectSchema = z.object({
  id: z.guid(),
  slug: z.string().min(1),
  mural_id: z.guid(),
  created_at: z.string(),
});
export type MuralRedirect = z.output<typeof muralRedirectSchema>;

/** What a mural's card shows. */
export type CardMural = Pick<
  Mural,
  'slug' | 'title' | 'city' | 'state' | 'image_url' | 'picture_details'
>;

/** Shown on the home page while no mural is public (section 2). */
export const SAMPLE_MURALS = [
  { title: 'Abstract Geometric Art', style: 'abstract' },
  { title: 'Portrait Mural', style: 'realistic' },
  { title: 'Graffiti Lettering', style: 'graffiti' },
] as const;
