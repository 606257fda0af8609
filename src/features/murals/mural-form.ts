import { type Artist, typedTexts } from '#features/artists/artist.ts';
import { chosenStyles } from '#features/artists/chosen-styles.ts';
import { detailsOf, pictureDetailsSchema } from '#features/pictures/picture-details.ts';
import { hasCome } from '#lib/day.ts';
import { pick } from '#lib/draft.ts';
import { MESSAGES } from '#lib/errors.ts';
import { feetIn } from '#lib/feet.ts';
import { LIMITS } from '#lib/limits.ts';
import { stateCode } from '#lib/place.ts';
import { optionalLine, optionalText, requiredLine } from '#lib/text.ts';
import { isVisible, oneLine } from '#lib/visible-text.ts';
import { z } from '#lib/zod.ts';
import { LICENSES, muralSchema, UNTITLED } from './mural.ts';

/** A row of `murals` as its artist reads it: drafts too, and whether an admin has taken it down. */
export const ownMuralSchema = muralSchema.extend({
  published_at: z.string().nullable(),
  hidden_at: z.string().nullable(),
  hidden_reason: z.string().nullable(),
});
export type OwnMural = z.output<typeof ownMuralSchema>;

/** A mural that can be brought back (`deleted_murals`). */
export const removedMuralSchema = z.object({
  id: z.guid(),
  title: z.string(),
  removed_at: z.string(),
  pictures: z.array(z.string()),
});
export type RemovedMural = z.output<typeof removedMuralSchema>;

const dayField = z
  .string()
  .trim()
  .refine((text) => text === '' || hasCome(text), MESSAGES.completed_invalid)
  .transform((text) => text || null);

const feetField = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : feetIn(text)))
  .refine(
    (feet) => feet === null || (feet >= LIMITS.muralFeetMin && feet <= LIMITS.muralFeetMax),
    MESSAGES.feet_invalid,
  );

/** A row of up to 12 pictures, the cover first. */
const picturesField = z
  .array(z.string())
  .max(LIMITS.muralGallery, MESSAGES.mural_pictures_too_many);

const pointField = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .nullable();

/**
 * The form of a mural in its order: what a person types in, a row's values out. SQL holds the same rules
 * (`private.changed_mural`).
 */
export const muralFormSchema = z.object({
  title: requiredLine(1, MESSAGES.title_required, LIMITS.muralTitle, MESSAGES.title_too_long),
  description: optionalText(LIMITS.muralStory, MESSAGES.story_too_long),
  pictures: picturesField,
  picture_details: pictureDetailsSchema,
  before_url: z.string().nullable(),
  city: optionalLine(LIMITS.city, MESSAGES.city_too_long),
  state: z
    .string()
    .trim()
    .refine((text) => text === '' || stateCode(text) !== null, MESSAGES.state_invalid)
    .transform((text) => stateCode(text)),
  location_details: optionalText(LIMITS.muralPlace, MESSAGES.place_too_long),
  point: pointField,
  date_completed: dayField,
  surface_type: optionalLine(LIMITS.listItemLength, MESSAGES.surface_too_long),
  medium: optionalLine(LIMITS.listItemLength, MESSAGES.medium_too_long),
  width_ft: feetField,
  height_ft: feetField,
  styles: chosenStyles,
  license: z.enum(['', ...LICENSES]).transform((license) => license || null),
  credit: optionalLine(LIMITS.muralCredit, MESSAGES.credit_too_long),
});
export type MuralForm = z.output<typeof muralFormSchema>;
export type MuralDraft = z.input<typeof muralFormSchema>;
export type MuralField = keyof MuralForm;
export const MURAL_FIELDS = Object.keys(muralFormSchema.shape) as MuralField[];

/** The fields of the form as they are stored. */
export function muralFields(mural: OwnMural): MuralForm {
  const { latitude, longitude, image_url, gallery_images } = mural;
  const pictures = [image_url, ...gallery_images].filter((url) => url !== null);
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  return pick({ ...mural, pictures, point }, MURAL_FIELDS);
}

/** The fields that hold a line or a number as text. */
const TYPED = [
  'description',
  'city',
  'state',
  'location_details',
  'date_completed',
  'surface_type',
  'medium',
  'width_ft',
  'height_ft',
  'credit',
] as const;

/** What the form shows for a stored mural: texts as a person would type them. */
export function muralDraft(fields: MuralForm): MuralDraft {
  return {
    ...fields,
    ...typedTexts(fields, TYPED),
    license: fields.license ?? '',
    title: fields.title === UNTITLED ? '' : fields.title,
  };
}

/** What the address and the browser call a mural that is not stored yet. */
export const NEW_MURAL = 'new';

/** What a mural begins with, before it is stored: photos of the portfolio, and what the profile says. */
export function newMural(artist: Artist, pictures: string[]): OwnMural {
  const [image_url = null, ...gallery_images] = pictures;
  return {
    ...NOTHING,
    id: NEW_MURAL,
    city: artist.city,
    state: artist.state && stateCode(artist.state),
    image_url,
    gallery_images,
    picture_details: detailsOf(artist.picture_details, pictures),
    artist_id: artist.id,
  };
}
const NOTHING = {
  ...Object.fromEntries(Object.keys(ownMuralSchema.shape).map((column) => [column, null])),
  slug: '',
  title: UNTITLED,
  position: 0,
  styles: [] as string[],
  featured: false,
  public_visible: false,
} as OwnMural;

/** These fields as they are stored; each must fit its rule. */
export function parsedFields(draft: MuralDraft, fields: readonly MuralField[]): Partial<MuralForm> {
  const { shape } = muralFormSchema;
  return Object.fromEntries(
    Object.entries(pick(draft, fields)).map(([field, typed]) => [
      field,
      shape[field as MuralField].parse(typed),
    ]),
  );
}

/** A draft may be without a title; a public mural may not. */
export function titled<D extends Pick<MuralDraft, 'title'>>(draft: D, isPublic: boolean): D {
  return isVisible(draft.title) || isPublic ? draft : { ...draft, title: UNTITLED };
}

/** What is still missing before a mural can be public, in the words of the button's hint; empty when nothing is. */
export function missingForPublishing({ title, pictures }: Pick<MuralDraft, 'title' | 'pictures'>) {
  const named = isVisible(title) && oneLine(title).toLowerCase() !== UNTITLED.toLowerCase();
  return [!named && 'a title', pictures.length === 0 && 'a photo'].filter(
    (piece) => piece !== false,
  );
}

/** Fields of the form as columns: pictures are a cover and the others, a point is two numbers. */
export function muralFormColumns(fields: Partial<MuralForm>): Record<string, unknown> {
  const { pictures, point, ...columns } = fields;
  return {
    ...columns,
    ...(pictures && { image_url: pictures[0] ?? null, gallery_images: pictures.slice(1) }),
    ...(point !== undefined && {
      latitude: point?.latitude ?? null,
      longitude: point?.longitude ?? null,
    }),
  };
}
