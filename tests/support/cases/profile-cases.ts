import type { ArtistProfileDraft } from '#features/artists/artist.ts';

/** What the form of a profile holds when nothing but the name is typed. */
export const NAMED_PROFILE: ArtistProfileDraft = {
  name: 'Ana',
  email: '',
  phone: '',
  city: '',
  state: '',
  bio: '',
  years_experience: '',
  styles: '',
  mediums: '',
  surfaces: '',
  languages: '',
  travel_miles: '',
  minimum_price: '',
  insured: 'false',
  website: '',
  social_links: '',
};
