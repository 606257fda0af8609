import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { type MissingPiece, SETUP_STEPS } from './profile-strength.ts';

/** Where a missing piece is mended: until the profile is public in the setup, where that asks for it; else in a tab, or a field of it. */
export function piecePath(
  { tab, step, field }: MissingPiece,
  { public_visible }: Pick<Artist, 'public_visible'>,
): string {
  if (step && !public_visible) return paths.setup(SETUP_STEPS.indexOf(step) + 1);
  return paths.dashboard('artist', tab) + (field ? `#${field}` : '');
}
