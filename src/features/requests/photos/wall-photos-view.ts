import type { UploadItem, UploadPause } from '#features/pictures/upload-queue.ts';
import type { LeadPhotos } from './lead-photo.ts';

/** The pictures beside a form or of a request, and what can be done with them: what `useWallPhotos` of the stores gives. */
export interface WallPhotosView {
  /** What has arrived; null while that is not known, and beside a form. */
  stored: LeadPhotos | null;
  failed: boolean;
  items: readonly UploadItem[];
  pause: UploadPause | null;
  reload: () => Promise<void>;
  add: (files: readonly File[]) => Promise<void>;
  remove: (ids: readonly string[]) => Promise<void>;
  retry: (ids: readonly string[]) => Promise<void>;
  /** Takes one away that has arrived; rejects where that failed. */
  removeStored: (path: string) => Promise<void>;
}
