import type { ArtistSeed } from '../types.ts';
import { AUSTIN_ARTISTS } from './austin.ts';
import { COMAL_AND_HAYS_ARTISTS } from './comal-and-hays.ts';
import { GUADALUPE_AND_HILLS_ARTISTS } from './guadalupe-and-hills.ts';
import { SAN_ANTONIO_ARTISTS } from './san-antonio.ts';

export const ARTISTS: readonly ArtistSeed[] = [
  ...SAN_ANTONIO_ARTISTS,
  ...AUSTIN_ARTISTS,
  ...COMAL_AND_HAYS_ARTISTS,
  ...GUADALUPE_AND_HILLS_ARTISTS,
];
