import { parseList, typedTexts } from '#features/artists/artist.ts';
import { pick } from '#lib/draft.ts';
import { z } from '#lib/zod.ts';
import { type MuralForm, muralFormSchema } from './mural-form.ts';

/** What is text of a mural, in the order of its form. */
export const MURAL_TEXT_FIELDS = [
  'title',
  'description',
  'city',
  'state',
  'location_details',
  'date_completed',
  'surface_type',
  'medium',
  'width_ft',
  'height_ft',
  'styles',
  'license',
  'credit',
] as const;

export type MuralTextField = (typeof MURAL_TEXT_FIELDS)[number];
export type MuralTexts = Pick<MuralForm, MuralTextField>;
export type MuralTextDraft = Record<MuralTextField, string>;

const { shape } = muralFormSchema;

/** The form of a mural where all of it is typed: styles with commas between. */
export const muralTextSchema = z.object({
  ...pick(shape, MURAL_TEXT_FIELDS),
  styles: z.string().transform(parseList).pipe(shape.styles),
});

/** What the form shows for a stored mural. */
export const muralText = (texts: MuralTexts): MuralTextDraft =>
  typedTexts(texts, MURAL_TEXT_FIELDS);
