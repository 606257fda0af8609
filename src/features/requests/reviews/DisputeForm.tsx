import { useState } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { LIMITS } from '#lib/limits.ts';
import { reasonSchema } from '#lib/reason.ts';
import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { FormFoot } from '#ui/forms/FormFoot.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
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
  const form = useTypedForm({
    begin: () => ({ reason: '' }),
    schema: reasonSchema,
    send: async ({ reason }) => {
      onSaved(await desk.dispute(review.id, reason));
      void toast.success('We’ll look at this review');
    },
    explain: whyRefused('Your dispute wasn’t sent. Try again.'),
  });
  if (!open)
    return (
      <Button variant="ghost" size="sm" className="self-start" onClick={() => setOpen(true)}>
        Dispute Review
      </Button>
    );
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {textFields(form)('reason', {
        label: 'What is wrong with this review?',
        required: true,
        limit: LIMITS.reason,
        hint: 'We’ll hide it until an admin decides.',
      })}
      <FormFoot label="Dispute Review" busy={form.busy} onCancel={() => setOpen(false)} />
    </form>
  );
}
