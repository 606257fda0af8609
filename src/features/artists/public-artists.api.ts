import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { z } from '#lib/zod.ts';
import { listedArtistSchema } from './artist.ts';

const publicArtistSchema = z.object({
  id: z.guid(),
  name: z.string(),
  slug: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  paused_until: z.string().nullable(),
  unclaimed: z.boolean(),
});
export type PublicArtist = z.output<typeof publicArtistSchema>;

/** A public artist by id, for the quote form; null for an unknown, a private or a malformed id. */
export async function publicArtist(id: string): Promise<PublicArtist | null> {
  if (!z.guid().safeParse(id).success) return null;
  const client = await browserClient();
  const rows = unwrap(
    await client
      .from('artists')
      .select('id, name, slug, city, state, paused_until, unclaimed')
      .eq('id', id)
      .eq('public_visible', true),
  );
  return parseAnswer(z.array(publicArtistSchema), rows)[0] ?? null;
}

const comparedArtistSchema = listedArtistSchema.pick({
  id: true,
  name: true,
  slug: true,
  city: true,
  state: true,
  styles: true,
  surfaces: true,
  profile_photo: true,
  portfolio_images: true,
  picture_details: true,
  average_rating: true,
  review_count: true,
  answer_hours: true,
  minimum_price: true,
  paused_until: true,
  unclaimed: true,
});

/** What is compared of artists. */
export type ComparedArtist = z.output<typeof comparedArtistSchema>;

/** Public artists by their addresses, to be compared, in no order; who is unknown or private is missing. */
export async function comparedArtists(slugs: readonly string[]): Promise<ComparedArtist[]> {
  const client = await browserClient();
  const rows = await client
    .from('artists')
    .select(
      'id, name, slug, city, state, styles, surfaces, profile_photo, portfolio_images, picture_details, average_rating, review_count, answer_hours, minimum_price, paused_until, unclaimed',
    )
    .in('slug', slugs)
    .eq('public_visible', true);
  return parseAnswer(z.array(comparedArtistSchema), unwrap(rows));
}

const publicMuralSchema = z.object({
  slug: z.string(),
  title: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  styles: z.array(z.string()),
  image_url: z.string().nullable(),
});
export type PublicMural = z.output<typeof publicMuralSchema>;

/** A public mural by its address, for the quote form; null for one that is unknown or private. */
export async function publicMural(slug: string): Promise<PublicMural | null> {
  const client = await browserClient();
  const rows = unwrap(
    await client
      .from('murals')
      .select('slug, title, city, state, styles, image_url')
      .eq('slug', slug)
      .eq('public_visible', true),
  );
  return parseAnswer(z.array(publicMuralSchema), rows)[0] ?? null;
}
