import { type ReactNode, useId } from 'react';
import type { Artist, ArtistProfileField } from '#features/artists/artist.ts';
import { LIST_CHIPS, stylesAfter } from '#features/artists/list-chips.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { ChipsText } from '#ui/forms/ChipsField.tsx';
import { type FieldView, FormField } from '#ui/forms/FormField.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { CityField } from './CityField.tsx';
import type { ArtistContact } from './own-artist.api.ts';
import { useProfileForm } from './use-profile-form.ts';
import { useProfileSuggestions } from './use-suggestions.ts';

interface Props {
  artist: Artist;
  contact: ArtistContact;
  onArtist: (artist: Artist) => void;
}

/** How each field is shown, in groups and in this order; the rules are in `artistProfileSchema`. Lists are chips. */
const GROUPS: readonly [title: string, fields: Partial<Record<ArtistProfileField, FieldView>>][] = [
  [
    'About You',
    {
      name: { label: 'Name', required: true, autoComplete: 'name' },
      years_experience: {
        label: 'Years of Experience',
        inputMode: 'numeric',
      },
      email: {
        label: 'Email',
        type: 'email',
        autoComplete: 'email',
        hint: 'Never public.',
      },
      phone: {
        label: 'Phone',
        type: 'tel',
        autoComplete: 'tel',
        hint: 'Never public.',
      },
      bio: { label: 'Bio', limit: LIMITS.bio, rows: 6, className: 'sm:col-span-2' },
      languages: { label: 'Languages' },
    },
  ],
  [
    'Where You Paint',
    {
      city: { label: 'City', autoComplete: 'address-level2' },
      state: {
        label: 'State',
        autoComplete: 'address-level1',
      },
      travel_miles: {
        label: 'Miles You Travel',
        inputMode: 'numeric',
        placeholder: '60',
      },
    },
  ],
  [
    'What You Paint',
    {
      styles: { label: 'Styles' },
      mediums: { label: 'Mediums' },
      surfaces: { label: 'Surfaces' },
    },
  ],
  [
    'Terms',
    {
      minimum_price: {
        label: 'Minimum Price',
        inputMode: 'numeric',
        placeholder: '1500',
      },
      insured: {
        label: 'Liability Insurance',
        options: [
          { value: 'false', label: 'No' },
          { value: 'true', label: 'Yes, I am insured' },
        ],
        required: true,
        hint: 'Shown as your own statement.',
      },
    },
  ],
  [
    'Links',
    {
      website: {
        label: 'Website',
        inputMode: 'url',
        autoComplete: 'url',
        placeholder: 'example.com',
        className: 'sm:col-span-2',
      },
      social_links: {
        label: 'Social Links',
        inputMode: 'url',
        placeholder: 'instagram.com/you, tiktok.com/@you',
        hint: `At most ${LIMITS.socialLinks}, separated by commas.`,
        className: 'sm:col-span-2',
      },
    },
  ],
];
const VIEWS = Object.assign({}, ...GROUPS.map(([, fields]) => fields)) as Record<
  ArtistProfileField,
  FieldView
>;
const IN_ORDER = Object.keys(VIEWS) as ArtistProfileField[];

/** Everything about an artist that is text (section 5). */
export function ProfileForm({ artist, contact, onArtist }: Props) {
  const { places, styles } = useProfileSuggestions();
  const profile = useProfileForm(artist, contact, onArtist, IN_ORDER);
  const { props, draft, errors, set, busy, unsaved, discard } = profile;
  return (
    <>
      <form {...props} className="flex flex-col gap-10">
        {GROUPS.map(([title, fields]) => (
          <Group key={title} title={title}>
            {(Object.keys(fields) as ArtistProfileField[]).map((name) => {
              const view = VIEWS[name];
              if (name === 'city')
                return (
                  <div key={name}>
                    <CityField
                      {...view}
                      name={name}
                      places={places}
                      value={draft.city}
                      state={draft.state}
                      error={errors.city}
                      onCity={(text) => set('city', text)}
                      onState={(text) => set('state', text)}
                    />
                  </div>
                );
              const field = {
                name,
                value: draft[name],
                error: errors[name],
                onText: (text: string) => set(name, text),
              };
              const chips = name in LIST_CHIPS && LIST_CHIPS[name as keyof typeof LIST_CHIPS];
              return chips ? (
                <ChipsText
                  key={name}
                  {...(name === 'styles' ? stylesAfter(styles) : chips)}
                  {...field}
                  label={view.label}
                  className="sm:col-span-2"
                />
              ) : (
                <FormField key={name} {...view} {...field} />
              );
            })}
          </Group>
        ))}
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-paper px-1 py-3">
          <Button type="submit" busy={busy}>
            Save Profile
          </Button>
          {unsaved && (
            <Button variant="ghost" onClick={discard}>
              Discard Changes
            </Button>
          )}
          <p role="status" className="text-ink-2 text-sm empty:hidden">
            {unsaved ? 'You have unsaved changes.' : ''}
          </p>
        </div>
      </form>
      <SavedElsewhere
        form={profile}
        label={(field) => VIEWS[field].label}
        words={(value, field) =>
          VIEWS[field].options?.find((option) => option.value === value)?.label ?? value
        }
      />
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-5 font-display text-2xl">
        {title}
      </h2>
      <div className="grid gap-6 sm:grid-cols-2">{children}</div>
    </section>
  );
}
