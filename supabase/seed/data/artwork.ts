import type { Painting, Shape } from '../paint/painting.ts';
import type { PaletteName } from '../paint/palettes.ts';
import type { Setting } from '../paint/street.ts';
import type { SubjectName } from '../paint/subjects/index.ts';
import type { WallKind } from '../paint/walls.ts';

/** A painting as the demo data names it; the seed comes from whose it is. */
export type Artwork = Omit<Painting, 'seed'>;

export function art(
  subject: SubjectName,
  palette: PaletteName,
  wall: WallKind,
  setting: Setting,
  shape: Shape,
  more: Pick<Artwork, 'words' | 'age'> = {},
): Artwork {
  return { subject, palette, wall, setting, shape, ...more };
}
