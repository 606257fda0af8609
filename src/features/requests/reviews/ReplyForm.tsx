import { serverViolation } from '#data/server-violation.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
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
    fields: ['body'],
    values: typed,
    isQuiet: true,
    send: async ({ body }) => {
      const saved = await desk.reply(review.id, body);
      desk.draft.erase();
      onSaved(saved);
      void toast.success(saved.waits_for ? 'Your reply is saved' : 'Your reply is public');
    },
    explain: (error) =>
      serverViolation(error, ['body'], 'Your reply wasn’t sent. Try again.'),
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
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Publish Reply
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            desk.draft.erase();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
