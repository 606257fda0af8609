import type { Quad } from '#lib/homography.ts';
import type { Composition } from './picture/composition.ts';
import type { WallMural } from './picture.ts';
import type { Sources } from './sources.ts';

/** Where a picture stands on a photograph, in shares of it, and how much of the wall's light it takes on. */
export interface PlaceOnWall {
  corners: Quad;
  strength: number;
}

export interface WallPreviewOptions {
  mural: WallMural;
  /** A photograph that is there already. */
  photo?: Blob | null;
  /** What stands below the picture instead of sharing. */
  foot?: (work: PreviewWork) => HTMLElement;
  title?: string;
}

/** A picture on a photograph that is being worked on. */
export interface PreviewWork {
  dialog: HTMLDialogElement;
  photo: Blob;
  options: WallPreviewOptions;
  sources: Sources;
  now: () => Composition;
  place: () => PlaceOnWall;
  onOther: () => void;
}
