import { fileRefusal } from '#features/pictures/chosen/source-file.ts';
import { prepareUpload } from '#features/pictures/prepare-upload.ts';
import { LEAD_PHOTOS } from '#features/pictures/upload.ts';
import { photosArrived } from '#lib/toasts.ts';
import { toast } from '#ui/overlays/toast.ts';

/** What a page does for photos of the wall: draws them anew for the web, and says what became of them. */
export const wallTools = {
  refusalOf: fileRefusal,
  prepare: (file: File) => prepareUpload(file, LEAD_PHOTOS.maxBytes),
  onRest: (arrived: number) => void toast.success(photosArrived(arrived)),
  onProblem: (problem: string) => void toast.error(problem),
};
