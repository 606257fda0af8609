import { z } from '#lib/zod.ts';
import { muralSchema } from '../mural.ts';

/** A mural as admins see it, drafts and hidden ones too. */
export const adminMuralSchema = muralSchema
  .pick({
    id: true,
    slug: true,
    title: true,
    city: true,
    state: true,
    image_url: true,
    styles: true,
    featured: true,
    created_at: true,
  })
  .extend({
    public_visible: z.boolean(),
    hidden_reason: z.string().nullable(),
    artist_id: z.string().nullable(),
    artist: z.string().nullable(),
    /** Null while the artist is private. */
    artist_slug: z.string().nullable(),
  });
export type AdminMural = z.output<typeof adminMuralSchema>;

/** Where a mural is in its life. */
export function muralState({ public_visible, hidden_reason }: AdminMural) {
  if (hidden_reason !== null) return 'Hidden';
  return public_visible ? 'Public' : 'Draft';
}
