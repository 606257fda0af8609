import { rounded } from '#features/map/projection.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { stateCode } from '#lib/place.ts';
import { optionalText, requiredLine } from '#lib/text.ts';
import { z } from '#lib/zod.ts';

/** A row of `cities` (section 3). */
export const citySchema = z.object({
  id: z.guid(),
  city_name: z.string().min(1),
  state: z.string().min(1),
  slug: z.string().min(1),
  description: z.string().nullable(),
  cover_photo: z.string().nullable(),
  artist_count: z.number().int(),
  featured: z.boolean(),
  /** The middle of the city. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Where its page was before. */
  old_slugs: z.array(z.string()),
  created_at: z.string(),
});
export type City = z.output<typeof citySchema>;

/** Degrees as an admin types them; nothing is null. */
const degrees = (most: number, message: string) =>
  z
    .string(message)
    .trim()
    .refine((text) => text === '' || (DEGREES.test(text) && Math.abs(Number(text)) <= most), {
      message,
      abort: true,
    })
    .transform((text) => (text === '' ? null : rounded(Number(text))));
const DEGREES = /^-?\d{1,3}(\.\d+)?$/;

const cityFields = z.object({
  city_name: requiredLine(1, MESSAGES.city_required, LIMITS.city, MESSAGES.city_too_long),
  state: z
    .string(MESSAGES.state_invalid)
    .trim()
    .refine((text) => stateCode(text) !== null, MESSAGES.state_invalid)
    .transform((text) => stateCode(text) ?? text),
  description: optionalText(LIMITS.cityDescription, MESSAGES.description_too_long),
  featured: z.boolean(),
  latitude: degrees(90, MESSAGES.latitude_invalid),
  longitude: degrees(180, MESSAGES.longitude_invalid),
});

/** The service-area form of the admin dashboard; the database derives the slug and counts the artists. */
export const cityFormSchema = cityFields.refine(
  ({ latitude, longitude }) => (latitude === null) === (longitude === null),
  { path: ['longitude'], message: MESSAGES.position_incomplete },
);
export type CityForm = z.output<typeof cityFormSchema>;
export type CityFormField = keyof CityForm;
export const CITY_FORM_FIELDS = Object.keys(cityFields.shape) as CityFormField[];

/** What the city form edits, as it is stored. */
export type CityFields = CityForm & { cover_photo: string | null };
