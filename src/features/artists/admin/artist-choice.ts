import { plural } from '#lib/format.ts';
import { z } from '#lib/zod.ts';

/** An artist as an admin chooses one: enough to tell two of a name apart. The id stays any text, as in their list. */
export const adminArtistCardSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  styles: z.array(z.string()),
  profile_photo: z.string().nullable(),
  email: z.string().nullable(),
  public_visible: z.boolean(),
  /** Requests that they have under way. */
  open_requests: z.number().int(),
});
export type AdminArtistCard = z.output<typeof adminArtistCardSchema>;
export const suggestionSchema = adminArtistCardSchema.extend({ reason: z.string() });
export type Suggestion = z.output<typeof suggestionSchema>;

/** 'Nothing open', '3 open requests'. */
export function loadLabel(openRequests: number): string {
  return openRequests === 0
    ? 'Nothing open'
    : plural(openRequests, 'open request', 'open requests');
}

/** One artist of the assignment menu. */
export type ChosenArtist = Pick<AdminArtistCard, 'id' | 'name'>;
