import { useState } from 'react';
import { ChosenPictures } from '#features/pictures/chosen/ChosenPictures.tsx';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { SmallPicture } from '#features/pictures/chosen/SmallPicture.tsx';
import { useChosenPictures } from '#features/pictures/chosen/use-chosen-pictures.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { type FieldView, FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/toast.ts';
import {
  type OwnReview,
  REVIEW_FIELDS,
  type RequestReview,
  reviewDraftSchema,
  type TypedReview,
  typedReviewOf,
} from './review.ts';
import type { ReviewDesk } from './review-desk.ts';
import { StarChoice } from './StarChoice.tsx';
import { useTyped } from './use-typed.ts';

interface Props {
  desk: ReviewDesk;
  known: RequestReview;
  artist: string;
  onSaved: (review: OwnReview) => void;
  /** Leaves a change; a new review has no way back but not to send it. */
  onCancel?: () => void;
}

/** Writes the review of an artist, or changes it. */
export function ReviewForm({ desk, known, artist, onSaved, onCancel }: Props) {
  const { review } = known;
  const [typed, type] = useTyped(desk, typedReviewOf(known));
  const [shown, setShown] = useState(review?.pictures ?? []);
  const limit = LIMITS.reviewPictures;
  const chosen = useChosenPictures(desk.draft, { of: 'a review', limit, taken: shown.length });
  const { props, errors, busy, clear } = useSchemaForm({
    schema: reviewDraftSchema,
    fields: REVIEW_FIELDS,
    values: { ...typed, rating: typed.rating ?? undefined },
    send: async (values) => {
      const files = await chosen.files();
      if (!files) return;
      const saved = review ? await desk.edit(review.id, values) : await desk.submit(values);
      desk.draft.erase();
      const same = files.length === 0 && shown.length === saved.pictures.length;
      onSaved(same ? saved : await withPictures(saved, files));
      void toast.success(review ? 'Your review is changed' : 'Thank you for your review');
    },
    explain: (error) => {
      console.error(error);
      return desk.refused(error, REVIEW_FIELDS, 'Your review could not be sent. Please try again.');
    },
  });
  /** The review is safe; what is lost on the way of its pictures stays chosen. */
  const withPictures = async (saved: OwnReview, files: readonly Blob[]): Promise<OwnReview> => {
    try {
      const complete = await desk.savePictures(saved.id, shown, files);
      chosen.clear();
      return complete;
    } catch (error) {
      console.error(error);
      void toast.error('The pictures could not be sent. Change your review to try again.');
      return saved;
    }
  };
  const set = <F extends keyof TypedReview>(field: F, value: TypedReview[F]) => {
    type({ ...typed, [field]: value });
    if (errors[field]) clear(field);
  };
  const field = (name: 'body' | 'name' | 'town', view: FieldView) => (
    <FormField
      {...view}
      name={name}
      error={errors[name]}
      value={typed[name]}
      onText={(text) => set(name, text)}
    />
  );
  return (
    <form {...props} className="flex flex-col gap-5 print:hidden">
      <StarChoice
        name="rating"
        value={typed.rating}
        error={errors.rating}
        onChange={(stars) => set('rating', stars)}
      />
      {field('body', {
        label: 'Your review',
        required: true,
        limit: LIMITS.review,
        hint: 'What was it like to work together, and how does the wall look?',
      })}
      <div className="grid gap-5 sm:grid-cols-2">
        {field('name', { label: 'First name', autoComplete: 'given-name' })}
        {field('town', { label: 'Town', autoComplete: 'address-level2' })}
      </div>
      <div className="flex flex-col items-start gap-3">
        <ShownPictures
          pictures={shown}
          onRemove={(url) => setShown(shown.filter((other) => other !== url))}
        />
        <ChosenPictures
          label="Pictures for your review"
          pictures={chosen.pictures}
          problems={chosen.problems}
          onRemove={chosen.remove}
        />
        <FilePicker
          label="Add Pictures of the Wall"
          accept="image/*"
          multiple
          disabled={shown.length + chosen.pictures.length >= limit}
          onFiles={chosen.add}
        />
      </div>
      <p className="text-ink-2 text-sm">
        We’ll show it on <span>{artist}</span>’s page with the name and town above, once{' '}
        <span>{artist}</span> confirms the mural or 14 days pass. You can change it for 14 days.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {review ? 'Save Review' : 'Publish Review'}
        </Button>
        {onCancel && (
          <Button
            variant="ghost"
            onClick={() => {
              desk.draft.erase();
              chosen.clear();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

interface ShownProps {
  pictures: readonly string[];
  onRemove: (url: string) => void;
}

/** Those that the review has already. */
function ShownPictures({ pictures, onRemove }: ShownProps) {
  if (pictures.length === 0) return null;
  return (
    <ul aria-label="Pictures of your review" className="flex flex-wrap gap-2">
      {pictures.map((url, n) => (
        <li key={url}>
          <SmallPicture
            url={url}
            alt={`The wall, ${n + 1} of ${pictures.length}`}
            remove={`Remove picture ${n + 1} of the review`}
            onRemove={() => onRemove(url)}
          />
        </li>
      ))}
    </ul>
  );
}
