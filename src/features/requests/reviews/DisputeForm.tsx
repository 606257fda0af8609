import { useState } from 'react';
import { serverViolation } from '#data/server-violation.ts';
import { LIMITS } from '#lib/limits.ts';
import { reasonSchema } from '#lib/reason.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { OwnReview } from './review.ts';
import type { ReviewDesk } from './review-desk.store.ts';

interface Props {
  desk: ReviewDesk;
  review: OwnReview;
  onSaved: (review: OwnReview) => void;
}

/** The artist's way to have an admin look at a review, which is off the page until then. */
export function DisputeForm({ desk, review, onSaved }: Props) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { props, errors, busy, clear } = useSchemaForm({
    schema: reasonSchema,
    fields: ['reason'],
    values: { reason },
    send: async (values) => {
      onSaved(await desk.dispute(review.id, values.reason));
      void toast.success('We’ll look at this review');
    },
    explain: (error) =>
      serverViolation(error, ['reason'], 'Your dispute wasn’t sent. Try again.'),
  });
  if (!open)
    return (
      <Button variant="ghost" size="sm" className="self-start" onClick={() => setOpen(true)}>
        Dispute Review
      </Button>
    );
  return (
    <form {...props} className="flex flex-col gap-4">
      <FormField
        label="What is wrong with this review?"
        required
        name="reason"
        limit={LIMITS.reason}
        hint="We’ll hide it until an admin decides."
        error={errors.reason}
        value={reason}
        onText={(text) => {
          clear();
          setReason(text);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Dispute Review
        </Button>
        <Button variant="ghost" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
