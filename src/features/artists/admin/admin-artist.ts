import { z } from '#lib/zod.ts';
import { artistSchema } from '../artist.ts';
import { pageClaimSchema } from '../page-claim.ts';

export type AdminArtist = z.output<typeof adminArtistSchema>;

/** Which id a toggle may act on (specification, section 5: 'Invalid artist ID'). */
export function isArtistId(id: string): boolean {
  return z.guid().safeParse(id).success;
}

/** The id stays any text here: an odd one gets its toast when an admin acts on it, and does not hide the list. */
export const adminArtistSchema = artistSchema
  .pick({
    name: true,
    slug: true,
    city: true,
    state: true,
    styles: true,
    featured: true,
    public_visible: true,
    average_rating: true,
    review_count: true,
    years_experience: true,
    unclaimed: true,
    created_at: true,
  })
  .extend({
    id: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** When whom an unclaimed page is about was invited last. */
    invited_at: z.string().nullable(),
    /** Who says that the page is theirs. */
    claims: z.array(pageClaimSchema),
  });
