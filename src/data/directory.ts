import { z } from '#domain/zod.ts';
import { parseAnswer, unwrap } from './app-error.ts';
import { browserClient } from './browser-client.ts';

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
