import type { ComponentProps } from 'react';
import type { ArtistContact } from '#data/artists.ts';
import type { Artist, ArtistProfileDraft, ArtistProfileField } from '#domain/artist.ts';
import type { Conflict } from '#domain/draft.ts';
import { LIMITS } from '#domain/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/inputs.tsx';
import { SavedElsewhere } from '#ui/SavedElsewhere.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ListField } from './ListField.tsx';
import { useProfileForm } from './use-profile-form.ts';

interface Props {
  artist: Artist;
  contact: ArtistContact;
  onArtist: (artist: Artist) => void;
}

const LABELS: Record<ArtistProfileField, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  city: 'City',
  state: 'State',
  bio: 'Bio',
  years_experience: 'Years of Experience',
  styles: 'Styles',
  mediums: 'Mediums',
  surfaces: 'Surfaces',
};

/** Everything about an artist that is text (section 5). */
export function ProfileForm({ artist, contact, onArtist }: Props) {
  const profile = useProfileForm(artist, contact, onArtist);
  const { props, draft, errors, set, busy, unsaved } = profile;

  const control = (field: ArtistProfileField) => ({
    label: LABELS[field],
    name: field,
    value: draft[field],
    error: errors[field],
  });
  const line = (field: ArtistProfileField, input: ComponentProps<'input'> = {}, hint?: string) => (
    <TextField
      {...input}
      {...control(field)}
      required={field === 'name'}
      hint={hint}
      onText={(text) => set(field, text)}
    />
  );
  const list = (field: 'styles' | 'mediums' | 'surfaces', placeholder: string) => (
    <ListField
      {...control(field)}
      placeholder={placeholder}
      onChange={(value) => set(field, value)}
    />
  );

  return (
    <>
      <form {...props} className="flex flex-col gap-6">
        <div className="grid gap-6 sm:grid-cols-2">
          {line('name', { autoComplete: 'name' })}
          {line(
            'years_experience',
            { inputMode: 'numeric' },
            `A whole number from 0 to ${LIMITS.yearsMax}.`,
          )}
          {line(
            'email',
            { type: 'email', autoComplete: 'email' },
            'Never shown on your public page.',
          )}
          {line('phone', { type: 'tel', autoComplete: 'tel' }, 'Never shown on your public page.')}
          {line('city', { autoComplete: 'address-level2' })}
          {line(
            'state',
            { autoComplete: 'address-level1' },
            'TX or Texas: with both, you appear on the page of your city.',
          )}
        </div>
        <Field label={LABELS.bio} error={errors.bio}>
          <TextArea
            name="bio"
            rows={6}
            limit={LIMITS.bio}
            value={draft.bio}
            onChange={(event) => set('bio', event.target.value)}
          />
        </Field>
        {list('styles', 'Abstract, Lettering, Chicano Art')}
        {list('mediums', 'Acrylic, Spray Paint')}
        {list('surfaces', 'Brick, Stucco, Concrete')}
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
  return question?.map((conflict) => ({ ...conflict, label: LABELS[conflict.field] })) ?? null;
}
