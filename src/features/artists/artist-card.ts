import { focusOf, upTo, withFocus } from '#features/pictures/picture.ts';
import { type Picture, pictureSchema } from '#features/pictures/picture-schema.ts';
import { CARD_IMAGES, CARD_PICTURE_WIDTH, CARD_STYLES } from '#lib/limits.ts';
import { namedOnly } from '#lib/style.ts';
import { z } from '#lib/zod.ts';
import type { ListedArtist } from './artist.ts';

/** What an artist card shows, and nothing else. */
export const artistCardSchema = z.object({
  slug: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  featured: z.boolean(),
  rating: z.number(),
  /** From how many reviews the rating comes. */
  reviews: z.number(),
  years: z.number().nullable(),
  /** Within how many hours a first answer mostly comes; null while too few have asked. */
  answers: z.number().nullable(),
  styles: z.array(z.string()),
  pictures: z.array(pictureSchema),
  /** True when the only picture is the profile photo, which is cropped to the face. */
  portrait: z.boolean(),
});
export type ArtistCardData = z.output<typeof artistCardSchema>;

/** The columns that a card is made of, and that decide about its place. */
export const CARD_COLUMNS = [
  'id',
  'slug',
  'name',
  'city',
  'state',
  'featured',
  'average_rating',
  'review_count',
  'years_experience',
  'answer_hours',
  'styles',
  'portfolio_images',
  'profile_photo',
  'picture_details',
] as const satisfies readonly (keyof ListedArtist)[];
export type CardArtist = Pick<ListedArtist, (typeof CARD_COLUMNS)[number]>;

const cardStyles = ({ styles }: Pick<ListedArtist, 'styles'>) =>
  namedOnly(styles).slice(0, CARD_STYLES);

/** What a card shows of an artist, its pictures by their addresses: to tell whether it has changed. */
export function cardColumns(artist: CardArtist): unknown[] {
  const { id, slug, name, city, state, featured, average_rating, review_count } = artist;
  const shown = [...artist.portfolio_images.slice(0, CARD_IMAGES), artist.profile_photo];
  return [
    [id, slug, name, city, state, featured],
    [average_rating, review_count, artist.years_experience, artist.answer_hours],
    cardStyles(artist),
    shown,
    shown.map((url) => focusOf(artist.picture_details[url ?? ''])),
  ];
}

/**
 * The card of a public artist (specification, section 2): up to two portfolio images, else one, else
 * the profile photo, else none. A picture that could not be published counts as missing.
 */
export function artistCard(
  artist: CardArtist,
  picture: (url: string | null) => Picture | null,
): ArtistCardData {
  const found = (urls: readonly (string | null)[]) =>
    urls.flatMap((url) => {
      const published = withFocus(picture(url), url, artist.picture_details);
      return published ? [upTo(published, CARD_PICTURE_WIDTH)] : [];
    });
  const portfolio = found(artist.portfolio_images.slice(0, CARD_IMAGES));
  const pictures = portfolio.length > 0 ? portfolio : found([artist.profile_photo]);
  return {
    slug: artist.slug,
    name: artist.name,
    city: artist.city,
    state: artist.state,
    featured: artist.featured,
    rating: artist.average_rating,
    reviews: artist.review_count,
    years: artist.years_experience,
    answers: artist.answer_hours,
    styles: cardStyles(artist),
    pictures,
    portrait: portfolio.length === 0 && pictures.length > 0,
  };
}
