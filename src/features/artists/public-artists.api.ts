import { parseAnswer, unwrap } from '#data/app-error.ts';
import { dataClient } from '#data/browser-client.ts';
import { pictureDetailsSchema } from '#features/pictures/picture-details.ts';
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

/** Public artists for the quote form, one by id and others by slug, in their order; who is unknown or private is missing. */
export async function publicArtists(
  id: string | null,
  slugs: readonly string[],
): Promise<PublicArtist[]> {
  const wanted = slugs.filter((slug) => /^[\w-]+$/.test(slug)).map((slug) => `slug.eq.${slug}`);
  const asked = z.guid().safeParse(id).success ? [`id.eq.${id}`, ...wanted] : wanted;
  if (asked.length === 0) return [];
  const client = await dataClient();
  const rows = unwrap(
    await client
      .from('artists')
      .select('id, name, slug, city, state, paused_until, unclaimed')
      .or(asked.join())
      .eq('public_visible', true),
  );
  const place = (one: PublicArtist) => (one.id === id ? -1 : slugs.indexOf(one.slug));
  return parseAnswer(z.array(publicArtistSchema), rows).sort((a, b) => place(a) - place(b));
}

const savedArtistSchema = listedArtistSchema.pick({
  slug: true,
  styles: true,
  surfaces: true,
  average_rating: true,
  review_count: true,
  answer_hours: true,
  minimum_price: true,
  paused_until: true,
  unclaimed: true,
});

/** What a shortlist says of public artists, in no order; who is unknown or private is missing. */
export async function savedArtists(
  slugs: readonly string[],
): Promise<z.output<typeof savedArtistSchema>[]> {
  const client = await dataClient();
  const rows = await client
    .from('artists')
    .select(
      'slug, styles, surfaces, average_rating, review_count, answer_hours, minimum_price, paused_until, unclaimed',
    )
    .in('slug', slugs)
    .eq('public_visible', true);
  return parseAnswer(z.array(savedArtistSchema), unwrap(rows));
}

const artistProfileSchema = listedArtistSchema.pick({
  id: true,
  name: true,
  slug: true,
  city: true,
  state: true,
  bio: true,
  average_rating: true,
  review_count: true,
  answer_hours: true,
  minimum_price: true,
  years_experience: true,
  portfolio_images: true,
  picture_details: true,
});

/**
 * What a public artist's page says, to be shown beside it.
 * Throws an AppError, also for one who is unknown or private by now.
 */
export async function publicArtistProfile(
  slug: string,
): Promise<z.output<typeof artistProfileSchema>> {
  const client = await dataClient();
  const row = await client
    .from('artists')
    .select('*')
    .eq('slug', slug)
    .eq('public_visible', true)
    .single();
  return parseAnswer(artistProfileSchema, unwrap(row));
}

const publicMuralSchema = z.object({
  slug: z.string(),
  title: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  styles: z.array(z.string()),
  image_url: z.string().nullable(),
  picture_details: pictureDetailsSchema,
});
export type PublicMural = z.output<typeof publicMuralSchema>;

/** A public mural by its address, for the quote form; null for one that is unknown or private. */
export async function publicMural(slug: string): Promise<PublicMural | null> {
  const client = await dataClient();
  const rows = unwrap(
    await client
      .from('murals')
      .select('slug, title, city, state, styles, image_url, picture_details')
      .eq('slug', slug)
      .eq('public_visible', true),
  );
  return parseAnswer(z.array(publicMuralSchema), rows)[0] ?? null;
}
