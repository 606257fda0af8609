import { type ArtistProfile, artistProfileSchema } from '#features/artists/artist.ts';
import { chosenStyles } from '#features/artists/chosen-styles.ts';
import { pick } from '#lib/draft.ts';
import { z } from '#lib/zod.ts';

/** What the setup asks for in words: a few fields of the profile, the styles as chips. */
export const setupFormSchema = z.object({
  ...artistProfileSchema.pick({ name: true, city: true, state: true }).shape,
  styles: chosenStyles,
});
export type SetupForm = z.output<typeof setupFormSchema>;
export type SetupDraft = z.input<typeof setupFormSchema>;
export type SetupField = keyof SetupForm;
export const SETUP_FIELDS = Object.keys(setupFormSchema.shape) as SetupField[];

/** The fields of the form as they are stored. */
export function setupFields(profile: Pick<ArtistProfile, SetupField>): SetupForm {
  return pick(profile, SETUP_FIELDS);
}

/** What the form shows for them. */
export function setupDraft({ name, city, state, styles }: SetupForm): SetupDraft {
  return { name, city: city ?? '', state: state ?? '', styles };
}
