import type { ComponentProps } from 'react';
import type { ArtistContact } from '#data/artists.ts';
import type { Artist, ArtistProfileField } from '#domain/artist.ts';
import { LIMITS } from '#domain/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea, TextInput } from '#ui/inputs.tsx';
import { useUnsavedWarning } from '#ui/use-unsaved-warning.ts';
import { ListField } from './ListField.tsx';
import { useProfileForm } from './use-profile-form.ts';

interface Props {
  artist: Artist;
  contact: ArtistContact;
  onArtist: (artist: Artist) => void;
}

/** Everything about an artist that is text (section 5). */
export function ProfileForm({ artist, contact, onArtist }: Props) {
  const { form, draft, errors, set, busy, submit, unsaved } = useProfileForm(
    artist,
    contact,
    onArtist,
  );
  useUnsavedWarning(unsaved);

  const line = (
    field: ArtistProfileField,
    label: string,
    input: ComponentProps<'input'> = {},
    hint?: string,
  ) => (
    <Field label={label} required={field === 'name'} error={errors[field]} hint={hint}>
      <TextInput
        {...input}
        name={field}
        value={draft[field]}
        onChange={(event) => set(field, event.target.value)}
      />
    </Field>
  );
  const list = (field: 'styles' | 'mediums' | 'surfaces', label: string, placeholder: string) => (
    <ListField
      label={label}
      name={field}
      value={draft[field]}
      error={errors[field]}
      placeholder={placeholder}
      onChange={(value) => set(field, value)}
    />
  );

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-6">
      <div className="grid gap-6 sm:grid-cols-2">
        {line('name', 'Name', { autoComplete: 'name' })}
        {line(
          'years_experience',
          'Years of Experience',
          { inputMode: 'numeric' },
          `A whole number from 0 to ${LIMITS.yearsMax}.`,
        )}
        {line(
          'email',
          'Email',
          { type: 'email', autoComplete: 'email' },
          'Never shown on your public page.',
        )}
        {line(
          'phone',
          'Phone',
          { type: 'tel', autoComplete: 'tel' },
          'Never shown on your public page.',
        )}
        {line('city', 'City', { autoComplete: 'address-level2' })}
        {line(
          'state',
          'State',
          { autoComplete: 'address-level1' },
          'TX or Texas: with both, you appear on the page of your city.',
        )}
      </div>
      <Field label="Bio" error={errors.bio}>
        <TextArea
          name="bio"
          rows={6}
          limit={LIMITS.bio}
          value={draft.bio}
          onChange={(event) => set('bio', event.target.value)}
        />
      </Field>
      {list('styles', 'Styles', 'Abstract, Lettering, Chicano Art')}
      {list('mediums', 'Mediums', 'Acrylic, Spray Paint')}
      {list('surfaces', 'Surfaces', 'Brick, Stucco, Concrete')}
      <div className="sticky bottom-0 -mx-1 flex flex-wrap items-center gap-4 border-line border-t bg-paper px-1 py-4">
        <Button type="submit" busy={busy}>
          Save Profile
        </Button>
        <p role="status" className="text-ink-2 text-sm">
          {unsaved ? 'You have unsaved changes.' : ''}
        </p>
      </div>
    </form>
  );
}
