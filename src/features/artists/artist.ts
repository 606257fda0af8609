import { pictureDetailsSchema } from '#features/pictures/picture-details.ts';
import { amountOf } from '#lib/amount.ts';
import { emailSchema } from '#lib/email.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { charLength, optionalLine, optionalText, requiredLine } from '#lib/text.ts';
import { cleaned, oneLine } from '#lib/visible-text.ts';
import { pastedAddress } from '#lib/web-address.ts';
import { z } from '#lib/zod.ts';

/** A row of `artists` as pages know it. */
export const listedArtistSchema = z.object({
  id: z.guid(),
  name: z.string().min(1),
  slug: z.string().min(1),
  city: z.string().nullable(),
  state: z.string().nullable(),
  city_slug: z.string().nullable(),
  bio: z.string().nullable(),
  styles: z.array(z.string()),
  mediums: z.array(z.string()),
  surfaces: z.array(z.string()),
  profile_photo: z.string().nullable(),
  portfolio_images: z.array(z.string()),
  /** Focus points and alternative texts. */
  picture_details: pictureDetailsSchema,
  featured: z.boolean(),
  public_visible: z.boolean(),
  average_rating: z.number(),
  review_count: z.number().int(),
  /** Within how many hours the artist usually answers; null while too few have asked. */
  answer_hours: z.number().int().nullable(),
  walls_painted: z.number().int(),
  /** To how many of the last so many requests. */
  replied_count: z.number().int().nullable(),
  asked_count: z.number().int().nullable(),
  years_experience: z.number().int().nullable(),
  languages: z.array(z.string()),
  /** How far from the city the artist paints; null where it is not said. */
  travel_miles: z.number().int().nullable(),
  /** The artist says that they have liability insurance. */
  insured: z.boolean(),
  /** To which day a certificate that an admin has checked is good. */
  insured_to: z.string().nullable(),
  /** Whole US dollars. */
  minimum_price: z.number().int().nullable(),
  /** As `webAddress` gives it. */
  website: z.string().nullable(),
  social_links: z.array(z.string()),
  /** The first day on which requests are taken again. */
  paused_until: z.string().nullable(),
  /** Imported, and nobody has taken the page over yet. */
  unclaimed: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ListedArtist = z.output<typeof listedArtistSchema>;

/** A row of `artists`: only what is public. */
export const artistSchema = listedArtistSchema.extend({ user_id: z.guid().nullable() });
export type Artist = z.output<typeof artistSchema>;

/** 'a, b ,, c' item by item: trimmed, empty ones dropped. */
export function listItems(text: string): string[] {
  return text.split(',').map(oneLine).filter(Boolean);
}

/** What the profile form keeps of a list: the first 20 items (section 5). */
export function parseList(text: string): string[] {
  return listItems(text).slice(0, LIMITS.listItems);
}

/** A row's values as a person would type them, lists with commas between. */
export function typedTexts<Field extends string>(
  row: Readonly<Record<Field, unknown>>,
  fields: readonly Field[],
): Record<Field, string> {
  const text = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));
  return Object.fromEntries(fields.map((field) => [field, text(row[field])])) as never;
}

const listField = z
  .string()
  .transform(parseList)
  .refine(
    (items) => items.every((item) => charLength(item) <= LIMITS.listItemLength),
    MESSAGES.list_item_too_long,
  );

/** A whole number from 0 to `max`; empty becomes null. */
const wholeNumber = (max: number, refusal: string) =>
  z
    .string()
    .overwrite(cleaned)
    .refine((text) => /^\d{0,7}$/.test(text) && Number(text) <= max, refusal)
    .transform((text) => (text === '' ? null : Number(text)));

const websiteField = z
  .string()
  .overwrite(cleaned)
  .refine((text) => !text || pastedAddress(text) !== null, MESSAGES.website_invalid)
  .transform((text) => pastedAddress(text));

const linksField = z
  .string()
  .overwrite(cleaned)
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (links) => links.length <= LIMITS.socialLinks && links.every(pastedAddress),
    MESSAGES.links_invalid,
  )
  .transform((links) => links.flatMap((link) => pastedAddress(link) ?? []));

/** The artist profile form in its order (section 5): strings in, a row's values out. */
export const artistProfileSchema = z.object({
  name: requiredLine(1, MESSAGES.name_required, LIMITS.name, MESSAGES.name_too_long),
  email: z
    .string()
    .overwrite(cleaned)
    .pipe(z.literal('').or(emailSchema))
    .transform((text) => text || null),
  phone: optionalLine(LIMITS.phone, MESSAGES.phone_too_long),
  city: optionalLine(LIMITS.city, MESSAGES.city_too_long),
  state: optionalLine(LIMITS.state, MESSAGES.state_too_long),
  bio: optionalText(LIMITS.bio, MESSAGES.bio_too_long),
  years_experience: wholeNumber(LIMITS.yearsMax, MESSAGES.years_invalid),
  styles: listField,
  mediums: listField,
  surfaces: listField,
  languages: listField,
  travel_miles: wholeNumber(LIMITS.travelMiles, MESSAGES.travel_invalid),
  minimum_price: z
    .string()
    .overwrite(cleaned)
    .transform((text) => (text === '' ? null : amountOf(text)))
    .refine(
      (amount) => amount === null || (amount >= 0 && amount <= LIMITS.minimumPrice),
      MESSAGES.minimum_price_invalid,
    ),
  insured: z.string().transform((text) => text === 'true'),
  website: websiteField,
  social_links: linksField,
});
export type ArtistProfile = z.output<typeof artistProfileSchema>;
export type ArtistProfileField = keyof ArtistProfile;
export type ArtistProfileDraft = Record<ArtistProfileField, string>;
export const ARTIST_PROFILE_FIELDS = Object.keys(artistProfileSchema.shape) as ArtistProfileField[];
