import { whyRefused } from '#data/why-refused.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { ReasonDialog } from '#ui/admin-list/ReasonDialog.tsx';
import { type AdminReview, authorLabel } from '../review.ts';
import { hideReview } from '../reviews.api.ts';

interface Props {
  review: AdminReview | null;
  onClose: () => void;
  onHidden: () => void;
}

/** Takes a review off the pages, with a reason that both sides see. */
export function HideReview({ review, onClose, onHidden }: Props) {
  return (
    <ReasonDialog
      row={review}
      title="Hide this review?"
      action="Hide Review"
      send={({ id }, reason) => hideReview(id, reason)}
      done={ADMIN_TOASTS.reviewHidden}
      explain={whyRefused(ADMIN_TOASTS.hideReviewFailed)}
      onClose={onClose}
      onHidden={onHidden}
    >
      {(row) => (
        <span>
          What <span>{authorLabel(row)}</span> wrote about <span>{row.artist}</span> leaves the
          pages and no longer counts for the rating. We’ll email both of them your reason.
        </span>
      )}
    </ReasonDialog>
  );
}
