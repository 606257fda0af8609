import type { Quad } from '#lib/homography.ts';
import type { WallMural } from './picture.ts';

/** Where a picture stands on a photograph, in shares of it, and how much of the wall's light it takes on. */
export interface Place {
  corners: Quad;
  strength: number;
}

export interface WallPreviewOptions {
  mural: WallMural;
  /** A photograph that is there already. */
  photo?: Blob | null;
  /** What the button says that takes the picture along. */
  attachLabel?: string;
  /** Takes the picture along, and may say where that goes on; without it, a picture can only be shared. */
  onAttach?: ((picture: Blob) => Promise<string | undefined>) | undefined;
  /** Present: nothing is shared or attached, only where the picture stands on the photograph is wanted. */
  onPlace?: (place: Place) => void;
  title?: string;
}
