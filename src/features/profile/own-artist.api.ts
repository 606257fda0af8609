import { AppError, parseAnswer, toAppError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { ask } from '#data/rpc.ts';
import { type Artist, type ArtistProfile, artistSchema } from '#features/artists/artist.ts';
import { readRemovedMurals } from '#features/murals/murals.api.ts';
import {
  detailsOf,
  type PictureDetail,
  pictureDetailsSchema,
  withDetail,
} from '#features/pictures/picture-details.ts';
import { commonStyles } from '#lib/style.ts';
import { z } from '#lib/zod.ts';
import type { KnownPlace } from './city-guess.ts';

/** The caller's own artist profile; the first visit makes one, private and named after the account (section 4). */
export const ensureArtistProfile = () => ask(artistSchema, 'ensure_artist_profile');

export interface ArtistContact {
  email: string | null;
  phone: string | null;
}

/** Email and phone of the caller's profile, which only the owner and admins may read. */
export async function artistContact(artistId: string): Promise<ArtistContact> {
  const client = await browserClient();
  const { data, error, status } = await client
    .from('artist_contacts')
    .select('email, phone')
    .eq('artist_id', artistId)
    .maybeSingle();
  if (error) throw toAppError(error, status);
  return { email: data?.email ?? null, phone: data?.phone ?? null };
}

const ownProfileSchema = artistSchema.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

/** The caller's profile with its contact, as the form needs it. */
export type OwnProfile = z.output<typeof ownProfileSchema>;

/**
 * Saves what was changed, contact included, or nothing; gives the profile as it is then. `read` holds what the changed
 * fields were when they were read. Throws an AppError: a rule with its sentence and field, or `changed_elsewhere`.
 */
export const saveArtistProfile = (
  artistId: string,
  changes: Partial<ArtistProfile> = {},
  read: Partial<ArtistProfile> = {},
) =>
  ask(ownProfileSchema, 'save_artist_profile', {
    p_artist: artistId,
    p_changes: changes,
    p_read: read,
  });

/** What a new artist may choose from: the service areas, and styles of artists who are public. Throws an AppError. */
export async function readProfileSuggestions(): Promise<{
  cities: KnownPlace[];
  styles: string[];
}> {
  const client = await browserClient();
  const [cities, artists] = await Promise.all([
    client.from('cities').select('city_name, state').order('city_name').limit(500),
    client.from('artists').select('styles').eq('public_visible', true).limit(200),
  ]);
  const lists = unwrap(artists).map(({ styles }) => styles);
  return { cities: unwrap(cities), styles: commonStyles(lists, SUGGESTED_STYLES) };
}
const SUGGESTED_STYLES = 9;

/** Whether the caller's page is up, with all that was changed. Throws an AppError. */
export const isPageUp = () => ask(z.boolean(), 'my_page_is_up');

type OwnColumns = Partial<Pick<Artist, 'public_visible' | 'paused_until' | 'profile_photo'>>;

/** Shows or hides the profile, pauses new requests, or sets its photo. */
export async function updateArtist(artistId: string, values: OwnColumns): Promise<Artist> {
  const client = await browserClient();
  const answer = await client.from('artists').update(values).eq('id', artistId).select().single();
  return parseAnswer(artistSchema, unwrap(answer));
}

const MAX_ATTEMPTS = 5;

/**
 * Changes the portfolio by a function of what it is at this moment. The write counts only if the row is still
 * the one that was read, so that two tabs, or an upload that ends during a drag, lose nothing of each other.
 */
export async function changePortfolio(
  artistId: string,
  change: (images: string[]) => string[],
): Promise<Artist> {
  return changeColumns(artistId, (row) => ({ portfolio_images: change(row.portfolio_images) }));
}

/** Says of one of the profile's pictures where the eye should rest and what it shows; what is not said is forgotten. */
export function describePicture(
  artistId: string,
  url: string,
  detail: PictureDetail,
): Promise<Artist> {
  return changeColumns(artistId, ({ portfolio_images, profile_photo, picture_details }) => {
    const details = withDetail(pictureDetailsSchema.parse(picture_details), url, detail);
    return { picture_details: detailsOf(details, [...portfolio_images, profile_photo ?? '']) };
  });
}

type Changing = Pick<Artist, 'portfolio_images' | 'profile_photo'> & { picture_details: unknown };

async function changeColumns(
  artistId: string,
  change: (row: Changing) => Partial<Pick<Artist, 'portfolio_images' | 'picture_details'>>,
): Promise<Artist> {
  const client = await browserClient();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const row = unwrap(
      await client
        .from('artists')
        .select('portfolio_images, profile_photo, picture_details, updated_at')
        .eq('id', artistId)
        .single(),
    );
    const written = unwrap(
      await client
        .from('artists')
        .update(change(row))
        .eq('id', artistId)
        .eq('updated_at', row.updated_at)
        .select(),
    );
    if (written[0]) return parseAnswer(artistSchema, written[0]);
  }
  throw new AppError({ code: 'conflict', message: 'The portfolio keeps changing', status: 409 });
}

/** Every picture that the artist's murals show, or those that can be brought back; such a file must outlive its place in the portfolio. */
export async function muralImagesOf(artistId: string): Promise<Set<string>> {
  const client = await browserClient();
  const rows = unwrap(
    await client
      .from('murals')
      .select('image_url, gallery_images, before_url')
      .eq('artist_id', artistId),
  );
  const shown = rows.flatMap((row) =>
    [row.image_url, ...row.gallery_images, row.before_url].filter((url) => url !== null),
  );
  const removed = await readRemovedMurals();
  return new Set([...shown, ...removed.flatMap(({ pictures }) => pictures)]);
}
