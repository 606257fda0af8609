import { useState } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { useChosenPictures } from '#features/pictures/chosen/use-chosen-pictures.ts';
import { LIMITS } from '#lib/limits.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { holdSection } from '#ui/hooks/use-refocus.ts';
import { toast } from '#ui/overlays/toast.ts';
import {
  type OwnReview,
  type RequestReview,
  reviewDraftSchema,
  type TypedReview,
  typedReviewOf,
} from './review.ts';
import type { ReviewDesk } from './review-desk.store.ts';
import { useTyped } from './use-typed.ts';

interface Options {
  desk: ReviewDesk;
  known: RequestReview;
  /** The id of the heading that says what has come of it. */
  heading: string;
  onSaved: (review: OwnReview) => void;
}

/** The form of a review, new or changed. Its pictures are sent after the review is saved. */
export function useReviewForm({ desk, known, heading, onSaved }: Options) {
  const { review } = known;
  const [typed, type] = useTyped(desk, typedReviewOf(known));
  /** The stored pictures of the review, less those removed here. */
  const [shown, setShown] = useState(review?.pictures ?? []);
  const limit = LIMITS.reviewPictures;
  const chosen = useChosenPictures(desk.draft, { of: 'a review', limit, taken: shown.length });
  const { props, errors, busy, clear } = useSchemaForm({
    schema: reviewDraftSchema,
    values: { ...typed, rating: typed.rating ?? undefined },
    isQuiet: true,
    send: async (values) => {
      holdSection(heading);
      const files = await chosen.files();
      if (!files) return;
      const saved = review ? await desk.edit(review.id, values) : await desk.submit(values);
      desk.draft.erase();
      const same = files.length === 0 && shown.length === saved.pictures.length;
      onSaved(same ? saved : await withPictures(saved, files));
      void toast.success(review ? 'Your review is changed' : 'Thank you for your review');
    },
    explain: whyRefused('Your review wasn’t sent. Try again.'),
  });
  /** The review is safe; what is lost on the way of its pictures stays chosen. */
  const withPictures = async (saved: OwnReview, files: readonly Blob[]): Promise<OwnReview> => {
    try {
      const complete = await desk.savePictures(saved.id, shown, files);
      chosen.clear();
      return complete;
    } catch (error) {
      console.error(error);
      void toast.error('The photos weren’t sent. Change your review to try again.');
      return saved;
    }
  };
  const set = <F extends keyof TypedReview>(field: F, value: TypedReview[F]) => {
    type({ ...typed, [field]: value });
    if (errors[field]) clear(field);
  };
  const discard = () => {
    desk.draft.erase();
    chosen.clear();
  };
  return { props, errors, busy, draft: typed, set, shown, setShown, chosen, discard };
}
