import type { ListedArtist } from '#features/artists/artist.ts';

/** What a mural's page shows of its artist (specification, section 7). */
export type MuralArtist = Pick<
  ListedArtist,
  'id' | 'name' | 'slug' | 'city' | 'state' | 'profile_photo' | 'unclaimed'
>;
