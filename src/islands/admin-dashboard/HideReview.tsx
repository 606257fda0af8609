import { useState } from 'react';
import { hideReview } from '#data/reviews.ts';
import { serverViolation } from '#data/server-violation.ts';
import { LIMITS } from '#domain/limits.ts';
import { reasonSchema } from '#domain/reason.ts';
import { type AdminReview, authorLabel } from '#domain/review.ts';
import { ADMIN_TOASTS } from '#domain/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormField } from '#ui/FormField.tsx';
import { toast } from '#ui/toast.ts';
import { useSchemaForm } from '#ui/use-schema-form.ts';

interface Props {
  review: AdminReview | null;
  onClose: () => void;
  onHidden: () => void;
}

/** Takes a review off the pages, with a reason that both sides see. */
export function HideReview({ review, onClose, onHidden }: Props) {
  return (
    <Dialog open={review !== null} onClose={onClose} title="Hide this review?">
      {review && (
        <ReasonForm key={review.id} review={review} onClose={onClose} onHidden={onHidden} />
      )}
    </Dialog>
  );
}

function ReasonForm({ review, onClose, onHidden }: Props & { review: AdminReview }) {
  const [reason, setReason] = useState('');
  const { props, errors, busy, clear } = useSchemaForm({
    schema: reasonSchema,
    fields: ['reason'],
    values: { reason },
    send: async (values) => {
      await hideReview(review.id, values.reason);
      toast.success(ADMIN_TOASTS.reviewHidden);
      onHidden();
      onClose();
    },
    explain: (error) => {
      console.error(error);
      return serverViolation(error, ['reason'], ADMIN_TOASTS.hideReviewFailed);
    },
  });
  return (
    <form {...props} className="flex flex-col gap-5">
      <p className="wrap-anywhere">
        What {authorLabel(review)} wrote about {review.artist} leaves the pages and no longer counts
        for the rating. Both are told, with your reason.
      </p>
      <FormField
        label="Reason"
        required
        name="reason"
        limit={LIMITS.reason}
        error={errors.reason}
        value={reason}
        onText={(text) => {
          clear();
          setReason(text);
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          Hide Review
        </Button>
      </div>
    </form>
  );
}
