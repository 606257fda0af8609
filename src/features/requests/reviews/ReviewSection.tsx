import { type Ref, useCallback, useId, useRef, useState } from 'react';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { DisputeForm } from './DisputeForm.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewView } from './ReviewView.tsx';
import { type OwnReview, type RequestReview, waitingNote } from './review.ts';
import type { ReviewDesk } from './review-desk.store.ts';

interface Props {
  /** The same one between renders. */
  desk: ReviewDesk;
  artist: string;
}

/** What is said of a painted wall: written by the client, answered by the artist. */
export function ReviewSection({ desk, artist }: Props) {
  const load = useCallback(() => desk.read(), [desk]);
  const { data, failed, busy, reload, change } = useLoad(load);
  if (!data)
    return failed && !busy ? (
      <LoadFailed text="The review didn’t load." onRetry={reload} />
    ) : (
      <Skeleton className="h-40" />
    );
  const props = {
    desk,
    artist,
    known: data,
    onSaved: (review: OwnReview) => change((before) => ({ ...before, review })),
  };
  return data.side === 'client' ? <Written {...props} /> : <Answered {...props} />;
}

interface SideProps extends Props {
  known: RequestReview;
  onSaved: (review: OwnReview) => void;
}

/** For the client: the form, or what they have written. */
function Written({ desk, artist, known, onSaved }: SideProps) {
  const { review, possible } = known;
  const id = useId();
  const { editing, setEditing, ref } = useEditing(
    review !== null && desk.draft.load() !== null,
    review !== null,
  );
  if (!review && !possible) return null;
  const saved = (next: OwnReview) => {
    onSaved(next);
    setEditing(false);
  };
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <Heading id={id} ref={ref}>
        {review ? 'Your review' : `Review ${artist}`}
      </Heading>
      {(!review || editing) && (
        <ReviewForm
          desk={desk}
          artist={artist}
          known={known}
          heading={id}
          onSaved={saved}
          onCancel={review ? () => setEditing(false) : undefined}
        />
      )}
      {review && !editing && (
        <>
          <ReviewView
            review={review}
            artist={artist}
            note={waitingNote(review, 'client', artist)}
          />
          {review.editable && (
            <SmallButton className="self-start" onClick={() => setEditing(true)}>
              Change Review
            </SmallButton>
          )}
        </>
      )}
    </section>
  );
}

/** For the artist: the review, and the reply to it. */
function Answered({ desk, known, onSaved }: SideProps) {
  const { review } = known;
  const id = 'review';
  const { editing, setEditing, ref } = useEditing(desk.draft.load() !== null);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <Heading id={id} ref={ref}>
        Review
      </Heading>
      {!review && <p className="text-ink-2">The client hasn’t reviewed this wall yet.</p>}
      {review && (
        <ReviewView
          review={editing ? { ...review, reply: null } : review}
          artist="You"
          note={waitingNote(review, 'artist', '')}
        />
      )}
      {review && editing && (
        <ReplyForm
          desk={desk}
          review={review}
          onSaved={(next) => {
            onSaved(next);
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      )}
      {review?.editable && !editing && (
        <Button
          variant={review.reply ? 'secondary' : 'primary'}
          size="sm"
          className="self-start"
          onClick={() => setEditing(true)}
        >
          {review.reply ? 'Change Reply' : 'Reply'}
        </Button>
      )}
      {review?.disputable && !editing && (
        <DisputeForm desk={desk} review={review} onSaved={onSaved} />
      )}
    </section>
  );
}

/** Whether the form is open; what was pressed to close it, or to publish, is gone, so the heading has the focus. */
function useEditing(first: boolean, written = false) {
  const [editing, setEditing] = useState(first);
  const ref = useRef<HTMLHeadingElement>(null);
  useRefocus(`${editing} ${written}`, () => ref.current);
  return { editing, setEditing, ref };
}

interface HeadingProps {
  id: string;
  ref: Ref<HTMLHeadingElement>;
  children: string;
}

function Heading({ id, ref, children }: HeadingProps) {
  return (
    <h3 id={id} ref={ref} tabIndex={-1} className="font-display text-xl outline-none wrap-anywhere">
      {children}
    </h3>
  );
}
