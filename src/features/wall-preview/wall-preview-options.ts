import type { WallMural } from './picture.ts';

export interface WallPreviewOptions {
  mural: WallMural;
  /** A photograph that is there already. */
  photo?: Blob | null;
  /** What the button says that takes the picture along. */
  attachLabel?: string;
  /** Takes the picture along, and may say where that goes on; without it, a picture can only be shared. */
  onAttach?: ((picture: Blob) => Promise<string | undefined>) | undefined;
}
