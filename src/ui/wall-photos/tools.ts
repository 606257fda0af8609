import { photosArrived } from '#domain/toasts.ts';
import { LEAD_PHOTOS } from '#domain/upload.ts';
import { prepareUpload } from '../prepare-upload.ts';
import { quickRefusalOf } from '../source-file.ts';
import { toast } from '../toast.ts';

/** What a page does for photos of the wall: draws them anew for the web, and says what became of them. */
export const wallTools = {
  refusalOf: quickRefusalOf,
  prepare: (file: File) => prepareUpload(file, LEAD_PHOTOS.maxBytes),
  onRest: (arrived: number) => void toast.success(photosArrived(arrived)),
  onProblem: (problem: string) => void toast.error(problem),
};
