import { MESSAGES } from '#lib/errors.ts';
import { monthChoices } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { optionLabel, STYLES, SURFACES } from '#lib/options.ts';
import { stateCode } from '#lib/place.ts';
import { optionalLine, optionalText, requiredLine } from '#lib/text.ts';
import { z } from '#lib/zod.ts';
import { SIDES } from '../conversation/conversation.ts';
import type { Lead } from '../lead.ts';

/** What the mural page of a finished wall is, or can be made of (`private.finished_mural`). */
export const finishedMuralSchema = z.object({
  /** Whether the client lets the place and their pictures be shown; null until they have said. */
  consent: z.boolean().nullable(),
  mural: z
    .object({
      slug: z.string(),
      title: z.string(),
      public_visible: z.boolean(),
      pictures: z.array(z.string()),
    })
    .nullable(),
  /** Pictures of the conversation, the oldest first. */
  pictures: z.array(z.object({ path: z.string(), sender: z.enum(SIDES) })),
});
export type FinishedMural = z.output<typeof finishedMuralSchema>;

/** The form of a mural page; SQL holds the same rules (`private.publish_finished_mural`). */
export const finishedMuralFormSchema = z.object({
  /** Paths in the conversation, the cover first. */
  pictures: z
    .array(z.string())
    .min(1, MESSAGES.mural_pictures_invalid)
    .max(LIMITS.muralPictures, MESSAGES.mural_pictures_invalid),
  title: requiredLine(1, MESSAGES.title_required, LIMITS.muralTitle, MESSAGES.title_too_long),
  description: optionalText(LIMITS.cityDescription, MESSAGES.description_too_long),
  city: optionalLine(LIMITS.city, MESSAGES.city_too_long),
  state: z
    .string()
    .trim()
    .refine((text) => text === '' || stateCode(text) !== null, MESSAGES.state_invalid)
    .transform((text) => stateCode(text)),
  location_details: optionalText(LIMITS.muralPlace, MESSAGES.place_too_long),
  /** Its first day. */
  month: z.string().regex(/^\d{4}-\d{2}-01$/, MESSAGES.month_invalid),
  surface_type: z.enum(['', ...SURFACES]).transform((surface) => surface || null),
  styles: z.array(z.enum(STYLES)),
});
export type FinishedMuralValues = z.output<typeof finishedMuralFormSchema>;
export type FinishedMuralDraft = z.input<typeof finishedMuralFormSchema>;
export const FINISHED_MURAL_FIELDS = Object.keys(
  finishedMuralFormSchema.shape,
) as (keyof FinishedMuralDraft)[];

const MONTHS = 36;

/** The first days of this and the months before, with their names. */
export const pastMonths = (now?: Date) => monthChoices(MONTHS, { step: -1 }, now);

type Facts = Pick<Lead, 'city' | 'surface_type' | 'style_preference'>;

/** What the form begins with: the facts of the request, and a title that they make. */
export function muralDraftOf(
  lead: Facts,
  state: string | null,
  now = new Date(),
): FinishedMuralDraft {
  const style = STYLES.find((one) => one === lead.style_preference);
  const kind = style && style !== 'other' ? `${optionLabel(style)} mural` : 'Mural';
  return {
    pictures: [],
    title: lead.city ? `${kind} in ${lead.city}` : kind,
    description: '',
    city: lead.city ?? '',
    state: state ?? '',
    location_details: '',
    month: pastMonths(now)[0]?.value ?? '',
    surface_type: SURFACES.find((one) => one === lead.surface_type) ?? '',
    styles: style ? [style] : [],
  };
}
