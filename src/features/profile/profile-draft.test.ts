import { describe, expect, it } from 'vitest';
import { type Artist, artistProfileSchema } from '#features/artists/artist.ts';
import { profileDraft, profileFields } from './profile-draft.ts';

const artist: Artist = {
  id: '7d9f1c9e-6d3b-4b0e-9d34-0d2b8f1f6a10',
  user_id: '7d9f1c9e-6d3b-4b0e-9d34-0d2b8f1f6a11',
  name: 'Marisol Vega',
  slug: 'marisol-vega-7d9f1c9e',
  city: 'San Antonio',
  state: 'TX',
  city_slug: 'san-antonio-tx',
  bio: null,
  styles: ['Abstract', 'Chicano Art'],
  mediums: [],
  surfaces: ['Brick'],
  profile_photo: null,
  portfolio_images: [],
  picture_details: {},
  featured: false,
  unclaimed: false,
  public_visible: false,
  average_rating: 0,
  review_count: 0,
  answer_hours: null,
  walls_painted: 0,
  replied_count: null,
  asked_count: null,
  years_experience: 0,
  languages: ['Spanish'],
  travel_miles: 60,
  insured: true,
  insured_to: null,
  minimum_price: null,
  website: 'https://marisol.example',
  social_links: ['https://instagram.com/marisol', 'https://tiktok.com/@marisol'],
  paused_until: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const contact = { email: 'marisol@example.com', phone: null };

describe('profileDraft', () => {
  it('is read back by the form rules as the stored values', () => {
    expect(
      artistProfileSchema.parse(profileDraft(profileFields({ ...artist, ...contact }))),
    ).toEqual({
      name: 'Marisol Vega',
      email: 'marisol@example.com',
      phone: null,
      city: 'San Antonio',
      state: 'TX',
      bio: null,
      years_experience: 0,
      styles: ['Abstract', 'Chicano Art'],
      mediums: [],
      surfaces: ['Brick'],
      languages: ['Spanish'],
      travel_miles: 60,
      insured: true,
      minimum_price: null,
      website: 'https://marisol.example',
      social_links: ['https://instagram.com/marisol', 'https://tiktok.com/@marisol'],
    });
  });
});
