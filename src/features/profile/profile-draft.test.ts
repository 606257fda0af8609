import { expect, it } from 'vitest';
import { artistProfileSchema } from '#features/artists/artist.ts';
import { anArtist } from '#tests/support/directory-rows.ts';
import { profileDraft, profileFields } from './profile-draft.ts';

it('is read back by the form rules as the stored values', () => {
  const stored = profileFields({
    ...anArtist(1, {
      styles: ['Abstract', 'Chicano Art'],
      years_experience: 0,
      travel_miles: 60,
      insured: true,
      website: 'https://marisol.example',
      social_links: ['https://instagram.com/marisol', 'https://tiktok.com/@marisol'],
    }),
    email: 'marisol@example.com',
    phone: null,
  });
  expect(artistProfileSchema.parse(profileDraft(stored))).toEqual(stored);
});
