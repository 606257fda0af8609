import type { PictureDraft } from '#features/pictures/chosen/use-chosen-pictures.ts';
import type { RequestActions } from '../request-actions.ts';
import type { OwnReview, RequestReview, ReviewValues, TypedReview } from './review.ts';

/** What either side of a request can do about its review. All of it throws what `refused` takes. */
export interface ReviewDesk {
  read: () => Promise<RequestReview>;
  submit: (values: ReviewValues) => Promise<OwnReview>;
  edit: (id: string, values: ReviewValues) => Promise<OwnReview>;
  /** Shows these of the addresses that it has, and these files as new ones. */
  savePictures: (
    id: string,
    addresses: readonly string[],
    files: readonly Blob[],
  ) => Promise<OwnReview>;
  reply: (id: string, body: string) => Promise<OwnReview>;
  dispute: (id: string, reason: string) => Promise<OwnReview>;
  /** What was typed and not sent, kept in this browser. */
  draft: PictureDraft & {
    load: () => TypedReview | null;
    save: (typed: TypedReview) => void;
    erase: () => void;
  };
  refused: RequestActions['refused'];
}
