import { useState } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { reviewDesk } from './review-desk.store.ts';

const ReviewSection = lazyPart(
  () => import('./ReviewSection.tsx').then(({ ReviewSection }) => ReviewSection),
  <Skeleton className="h-40" />,
);

interface Props {
  of: AssignmentKey;
  artist: string;
}

/** The review of a painted wall; its code comes with the first one. */
export function ReviewCard({ of, artist }: Props) {
  const [desk] = useState(() => reviewDesk(of));
  return <ReviewSection desk={desk} artist={artist} />;
}
