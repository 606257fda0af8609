import { z } from './zod.ts';

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
  dimensions: z.string().nullable(),
  styles: z.array(z.string()),
  image_url: z.string().nullable(),
  gallery_images: z.array(z.string()),
  featured: z.boolean(),
  public_visible: z.boolean(),
  artist_id: z.guid().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Mural = z.output<typeof muralSchema>;

/** What a mural's card shows. */
export type CardMural = Pick<Mural, 'slug' | 'title' | 'city' | 'state' | 'image_url'>;

/** Shown on the home page while no mural is public (section 2). */
export const SAMPLE_MURALS = [
  { title: 'Abstract Geometric Art', style: 'abstract' },
  { title: 'Portrait Mural', style: 'realistic' },
  { title: 'Graffiti Lettering', style: 'graffiti' },
] as const;
