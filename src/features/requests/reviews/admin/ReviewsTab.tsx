import { useMemo, useState } from 'react';
import { paths } from '#config/paths.ts';
import { plural } from '#lib/format.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { dateColumn } from '#ui/admin-list/date-column.tsx';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { Column } from '#ui/Table.tsx';
import { type AdminReview, authorLabel, starsLabel } from '../review.ts';
import { listReviews, showReview } from '../reviews.api.ts';
import { HideReview } from './HideReview.tsx';

const FILTERS = [
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'low', label: '1 and 2 stars' },
  { value: 'decision', label: 'Your decision' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'waiting', label: 'Not shown yet' },
];
const RULES = {
  filters: FILTERS.map(({ value }) => value),
  sorts: ['created_at', 'rating', 'artist', 'author_name'],
  initial: { sort: 'created_at', desc: true },
};

interface Actions {
  hide: (review: AdminReview) => void;
  changed: () => void;
}

const columnsFor = (actions: Actions): readonly Column<AdminReview>[] => [
  {
    key: 'artist',
    header: 'Artist',
    rowHeader: true,
    cell: ({ artist, slug }) => (
      <a href={paths.artist(slug)} className="underline underline-offset-4">
        {artist}
      </a>
    ),
  },
  {
    key: 'rating',
    header: 'Stars',
    fit: true,
    cell: ({ rating }) => (
      <span role="img" aria-label={starsLabel(rating)}>
        {'★'.repeat(rating)}
      </span>
    ),
  },
  { key: 'body', header: 'Review', wide: true, cell: (review) => <Words review={review} /> },
  { key: 'author_name', header: 'By', cell: authorLabel },
  dateColumn('Written'),
  {
    key: 'act',
    header: 'Shown',
    fit: true,
    cell: (review) => <Act review={review} {...actions} />,
  },
];

/** What clients said of painted walls, and what was taken off the pages. */
export function ReviewsTab() {
  const table = useTable(listReviews, RULES);
  const [hiding, setHiding] = useState<AdminReview | null>(null);
  const { reload } = table;
  const columns = useMemo(() => columnsFor({ hide: setHiding, changed: reload }), [reload]);
  return (
    <>
      <ListView
        table={table}
        title="Reviews"
        columns={columns}
        keyOf={(review) => review.id}
        searchLabel="Search artist, author or words"
        filters={FILTERS}
        csv={CSV}
        empty="No reviews yet."
      />
      <HideReview review={hiding} onClose={() => setHiding(null)} onHidden={reload} />
    </>
  );
}

const NEEDS = {
  proof: 'Waiting for the client to open the link in our email.',
  artist: 'Waiting for the artist to confirm the mural, or for 14 days.',
  days: 'Waiting until two days after the proposal was accepted.',
  dispute: 'Disputed by the artist. Your decision.',
  admin:
    'One of the first of this artist, from a known domain or network, or without an accepted proposal.',
};

/** What there is to judge a review by that is not shown. */
function Case({ review }: { review: AdminReview }) {
  const { waits_for, dispute_reason, proven, same_sender, same_network } = review;
  if (!waits_for) return null;
  const facts = [
    proven ? 'Email address confirmed' : 'Email address not confirmed',
    same_sender > 0 && `${plural(same_sender, 'other review')} from the same address`,
    same_network > 0 &&
      `${plural(same_network, 'other review')} of this artist from the same network`,
  ];
  return (
    <div className="text-ink-2 text-sm">
      <p>{NEEDS[waits_for]}</p>
      {dispute_reason && <p>{`The artist says: ${dispute_reason}`}</p>}
      <p>{facts.filter(Boolean).join(' · ')}</p>
    </div>
  );
}

function Words({ review }: { review: AdminReview }) {
  const { body, reply, hidden_reason } = review;
  return (
    <div className="max-w-prose space-y-2 whitespace-pre-line wrap-anywhere">
      <p>{body}</p>
      {reply && <p className="border-line border-s-2 ps-3 text-ink-2">{reply}</p>}
      {hidden_reason && <p className="text-danger text-sm">{`Hidden: ${hidden_reason}`}</p>}
      {!hidden_reason && <Case review={review} />}
    </div>
  );
}

function Act({ review, hide, changed }: Actions & { review: AdminReview }) {
  const { busy, run } = useAction(async () => {
    await showReview(review.id);
    toast.success(ADMIN_TOASTS.reviewShown);
    changed();
  }, ADMIN_TOASTS.showReviewFailed);
  const about = `the review of ${review.artist} by ${authorLabel(review)}`;
  const hideButton = (label: string) => (
    <SmallButton aria-label={`${label} ${about}`} onClick={() => hide(review)}>
      {label}
    </SmallButton>
  );
  if (!review.hidden_reason && !review.waits_for) return hideButton('Hide');
  if (!review.hidden_reason)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          busy={busy}
          aria-label={`Show Review: ${about}`}
          onClick={() => void run()}
        >
          Show Review
        </Button>
        {hideButton('Keep Hidden')}
      </div>
    );
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge tone="danger">Hidden</Badge>
      <SmallButton busy={busy} aria-label={`Show ${about} again`} onClick={() => void run()}>
        Show Again
      </SmallButton>
    </div>
  );
}

const CSV = [
  { header: 'Written', value: (review: AdminReview) => review.created_at },
  { header: 'Artist', value: (review: AdminReview) => review.artist },
  { header: 'Stars', value: (review: AdminReview) => review.rating },
  { header: 'Review', value: (review: AdminReview) => review.body },
  { header: 'By', value: authorLabel },
  { header: 'Reply', value: (review: AdminReview) => review.reply },
  { header: 'Hidden because', value: (review: AdminReview) => review.hidden_reason },
];
