import { LIMITS } from '#lib/limits.ts';
import { textFields } from '#ui/forms/FormField.tsx';
import { FormFoot } from '#ui/forms/FormFoot.tsx';
import { ReviewPictures } from './ReviewPictures.tsx';
import type { OwnReview, RequestReview } from './review.ts';
import type { ReviewDesk } from './review-desk.store.ts';
import { StarChoice } from './StarChoice.tsx';
import { useReviewForm } from './use-review-form.ts';

interface Props {
  desk: ReviewDesk;
  known: RequestReview;
  artist: string;
  /** The id of the heading that says what has come of it. */
  heading: string;
  onSaved: (review: OwnReview) => void;
  /** Leaves a change; a new review has no way back but not to send it. */
  onCancel: (() => void) | undefined;
}

/** Writes the review of an artist, or changes it. */
export function ReviewForm({ desk, known, artist, heading, onSaved, onCancel }: Props) {
  const form = useReviewForm({ desk, known, heading, onSaved });
  const { errors, draft, set } = form;
  const field = textFields<'body' | 'name' | 'town'>({ draft, errors, set });
  return (
    <form {...form.props} className="flex flex-col gap-5 print:hidden">
      <StarChoice
        name="rating"
        value={draft.rating}
        error={errors.rating}
        onChange={(stars) => set('rating', stars)}
      />
      {field('body', {
        label: 'Your review',
        required: true,
        limit: LIMITS.review,
        hint: 'How was the work, and how does the wall look?',
      })}
      <div className="grid gap-5 sm:grid-cols-2">
        {field('name', { label: 'First name', autoComplete: 'given-name' })}
        {field('town', { label: 'City', autoComplete: 'address-level2' })}
      </div>
      <ReviewPictures shown={form.shown} onShown={form.setShown} chosen={form.chosen} />
      <p className="text-ink-2 text-sm">
        We’ll show it on <span>{artist}</span>’s page with the name and city above, once the mural
        is confirmed. You can change it for 14 days.
      </p>
      <FormFoot
        label={known.review ? 'Save Review' : 'Publish Review'}
        busy={form.busy}
        onCancel={
          onCancel &&
          (() => {
            form.discard();
            onCancel();
          })
        }
      />
    </form>
  );
}
