import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';

/** So many walls show that the first was no accident. */
export const GOOD_WALLS = 5;

/** The steps of an artist's setup, in their order. */
export const SETUP_STEPS = ['photo', 'walls', 'place', 'publish'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What of a profile counts. */
export type StrengthArtist = Pick<
  Artist,
  | 'profile_photo'
  | 'portfolio_images'
  | 'city'
  | 'city_slug'
  | 'styles'
  | 'bio'
  | 'surfaces'
  | 'years_experience'
  | 'public_visible'
>;

interface Piece {
  name: string;
  /** Of a hundred. */
  worth: number;
  /** How much of it is there, from 0 to 1. */
  share: (artist: StrengthArtist) => number;
  /** What to do about it. */
  text: (artist: StrengthArtist) => string;
  /** The tab where it is mended, and the step of the setup, where that asks for it. */
  tab: 'profile' | 'portfolio' | 'setup';
  step?: SetupStep;
  /** Of the profile's form. */
  field?: string;
}

/** Everything that a profile can lack, in the order in which to mend it: the one list of it. */
const PIECES: readonly Piece[] = [
  {
    name: 'photo',
    worth: 15,
    share: ({ profile_photo }) => Number(Boolean(profile_photo)),
    text: () => 'Add a photo of yourself',
    tab: 'profile',
    step: 'photo',
  },
  {
    name: 'walls',
    worth: 25,
    share: ({ portfolio_images: { length } }) => Math.min(length, GOOD_WALLS) / GOOD_WALLS,
    text: ({ portfolio_images: { length } }) =>
      length === 0 ? 'Add five photos of your work' : `Show ${wallsMore(GOOD_WALLS - length)}`,
    tab: 'portfolio',
    step: 'walls',
  },
  {
    name: 'city',
    worth: 15,
    share: ({ city, city_slug }) => (city_slug ? 1 : city ? 0.5 : 0),
    text: ({ city }) => (city ? 'Add your state to your city' : 'Name your city'),
    tab: 'profile',
    field: 'city',
    step: 'place',
  },
  {
    name: 'styles',
    worth: 10,
    share: ({ styles }) => Number(styles.length > 0),
    text: () => 'Choose your styles',
    tab: 'profile',
    field: 'styles',
    step: 'place',
  },
  {
    name: 'public',
    worth: 10,
    share: ({ public_visible }) => Number(public_visible),
    text: () => 'Publish your profile',
    tab: 'setup',
    step: 'publish',
  },
  {
    name: 'bio',
    worth: 15,
    share: ({ bio }) => Number(Boolean(bio)),
    text: () => 'Say how you work',
    tab: 'profile',
    field: 'bio',
  },
  {
    name: 'surfaces',
    worth: 5,
    share: ({ surfaces }) => Number(surfaces.length > 0),
    text: () => 'Name your surfaces',
    tab: 'profile',
    field: 'surfaces',
  },
  {
    name: 'years',
    worth: 5,
    share: ({ years_experience }) => Number(years_experience !== null),
    text: () => 'Add your years of experience',
    tab: 'profile',
    field: 'years_experience',
  },
];

const wallsMore = (count: number) => (count === 1 ? 'one more wall' : `${count} more walls`);

interface MissingPiece extends Pick<Piece, 'name' | 'tab' | 'step' | 'field'> {
  text: string;
}

/** What a profile still lacks, in the order in which to mend it. */
export function missingPieces(artist: StrengthArtist): MissingPiece[] {
  return PIECES.flatMap(({ share, text, worth: _, ...piece }) =>
    share(artist) < 1 ? [{ ...piece, text: text(artist) }] : [],
  );
}

/** How much of it is there, from 0 to 100. */
export function profileStrength(artist: StrengthArtist): number {
  return Math.round(PIECES.reduce((sum, { worth, share }) => sum + worth * share(artist), 0));
}

export function isStepDone(artist: StrengthArtist, step: SetupStep): boolean {
  return missingPieces(artist).every((piece) => piece.step !== step);
}

/** The first step that is not done, as its number; the last where all are. */
export function openStep(artist: StrengthArtist): number {
  const first = SETUP_STEPS.findIndex((step) => !isStepDone(artist, step));
  return first < 0 ? SETUP_STEPS.length : first + 1;
}

/** Where a missing piece is mended: until the profile is public in the setup, where that asks for it; else in a tab, or a field of it. */
export function piecePath(
  { tab, step, field }: MissingPiece,
  { public_visible }: Pick<Artist, 'public_visible'>,
): string {
  if (step && !public_visible) return paths.setup(SETUP_STEPS.indexOf(step) + 1);
  return paths.dashboard('artist', tab) + (field ? `#${field}` : '');
}
