import { whyRefused } from '#data/why-refused.ts';
import { LIMITS } from '#lib/limits.ts';
import { FormField } from '#ui/forms/FormField.tsx';
import { FormFoot } from '#ui/forms/FormFoot.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { type OwnReview, replySchema } from './review.ts';
import type { ReviewDesk } from './review-desk.store.ts';
import { useTyped } from './use-typed.ts';

interface Props {
  desk: ReviewDesk;
  review: OwnReview;
  onSaved: (review: OwnReview) => void;
  onCancel: () => void;
}

/** The artist's one reply to a review, new or changed. */
export function ReplyForm({ desk, review, onSaved, onCancel }: Props) {
  const nothing = { rating: null, name: '', town: '' };
  const [typed, type] = useTyped(desk, { ...nothing, body: review.reply ?? '' });
  const { props, errors, busy, clear } = useSchemaForm({
    schema: replySchema,
    values: typed,
    isQuiet: true,
    send: async ({ body }) => {
      const saved = await desk.reply(review.id, body);
      desk.draft.erase();
      onSaved(saved);
      void toast.success(saved.waits_for ? 'Your reply is saved' : 'Your reply is public');
    },
    explain: whyRefused('Your reply wasn’t sent. Try again.'),
  });
  return (
    <form {...props} className="flex flex-col gap-4">
      <FormField
        label="Your reply"
        required
        name="body"
        limit={LIMITS.reply}
        hint="You can change it for 14 days."
        error={errors.body}
        value={typed.body}
        onText={(body) => {
          type({ ...typed, body });
          clear();
        }}
      />
      <FormFoot
        label="Publish Reply"
        busy={busy}
        onCancel={() => {
          desk.draft.erase();
          onCancel();
        }}
      />
    </form>
  );
}
