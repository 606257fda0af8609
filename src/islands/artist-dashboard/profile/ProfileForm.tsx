import type { ArtistContact } from '#data/artists.ts';
import type { Artist, ArtistProfileDraft, ArtistProfileField } from '#domain/artist.ts';
import type { Conflict } from '#domain/draft.ts';
import { LIMITS } from '#domain/limits.ts';
import { Button } from '#ui/Button.tsx';
import { type FieldView, FormField } from '#ui/FormField.tsx';
import { SavedElsewhere } from '#ui/SavedElsewhere.tsx';
import { ListField } from './ListField.tsx';
import { useProfileForm } from './use-profile-form.ts';

interface Props {
  artist: Artist;
  contact: ArtistContact;
  onArtist: (artist: Artist) => void;
}

/** How each field is shown, in this order; the rules are in `artistProfileSchema`. A list shows its items below. */
const FIELDS: Record<ArtistProfileField, FieldView & { isList?: true }> = {
  name: { label: 'Name', required: true, autoComplete: 'name' },
  years_experience: {
    label: 'Years of Experience',
    inputMode: 'numeric',
    hint: `A whole number from 0 to ${LIMITS.yearsMax}.`,
  },
  email: {
    label: 'Email',
    type: 'email',
    autoComplete: 'email',
    hint: 'Never shown on your public page.',
  },
  phone: {
    label: 'Phone',
    type: 'tel',
    autoComplete: 'tel',
    hint: 'Never shown on your public page.',
  },
  city: { label: 'City', autoComplete: 'address-level2' },
  state: {
    label: 'State',
    autoComplete: 'address-level1',
    hint: 'TX or Texas: with both, you appear on the page of your city.',
  },
  bio: { label: 'Bio', limit: LIMITS.bio, rows: 6, className: 'sm:col-span-2' },
  styles: { label: 'Styles', isList: true, placeholder: 'Abstract, Lettering, Chicano Art' },
  mediums: { label: 'Mediums', isList: true, placeholder: 'Acrylic, Spray Paint' },
  surfaces: { label: 'Surfaces', isList: true, placeholder: 'Brick, Stucco, Concrete' },
  languages: { label: 'Languages', isList: true, placeholder: 'English, Spanish' },
  travel_miles: {
    label: 'Miles You Travel',
    inputMode: 'numeric',
    hint: 'From your city to a wall. Empty: you would rather say it in each case.',
  },
  minimum_price: {
    label: 'Minimum Price',
    inputMode: 'numeric',
    hint: 'Whole dollars for the smallest wall that you take.',
  },
  insured: {
    label: 'Liability Insurance',
    options: [
      { value: 'false', label: 'No' },
      { value: 'true', label: 'Yes, I am insured' },
    ],
    required: true,
  },
  website: { label: 'Website', inputMode: 'url', autoComplete: 'url', placeholder: 'example.com' },
  social_links: {
    label: 'Social Links',
    inputMode: 'url',
    placeholder: 'instagram.com/you, tiktok.com/@you',
    hint: `At most ${LIMITS.socialLinks}, separated by commas.`,
    className: 'sm:col-span-2',
  },
};

/** Everything about an artist that is text (section 5). */
export function ProfileForm({ artist, contact, onArtist }: Props) {
  const profile = useProfileForm(artist, contact, onArtist);
  const { props, draft, errors, set, busy, unsaved } = profile;
  return (
    <>
      <form {...props} className="flex flex-col gap-6">
        <div className="grid gap-6 sm:grid-cols-2">
          {(Object.keys(FIELDS) as ArtistProfileField[]).map((name) => {
            const { isList, ...view } = FIELDS[name];
            const Shown = isList ? ListField : FormField;
            return (
              <Shown
                key={name}
                {...view}
                name={name}
                value={draft[name]}
                error={errors[name]}
                onText={(text) => set(name, text)}
              />
            );
          })}
        </div>
        <div className="sticky bottom-0 -mx-1 flex flex-wrap items-center gap-4 border-line border-t bg-paper px-1 py-4">
          <Button type="submit" busy={busy}>
            Save Profile
          </Button>
          <p role="status" className="text-ink-2 text-sm">
            {unsaved ? 'You have unsaved changes.' : ''}
          </p>
        </div>
      </form>
      <SavedElsewhere
        sides={bothSides(profile.question)}
        busy={busy}
        onDecide={profile.decide}
        onClose={profile.postpone}
      />
    </>
  );
}

function bothSides(question: Conflict<ArtistProfileDraft>[] | null) {
  return question?.map((one) => ({ ...one, label: FIELDS[one.field].label })) ?? null;
}
