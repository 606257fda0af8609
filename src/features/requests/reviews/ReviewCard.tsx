import { useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import type { ReviewDesk } from './review-desk.ts';

const ReviewSection = lazyPart(
  () => import('./ReviewSection.tsx').then(({ ReviewSection }) => ReviewSection),
  <Skeleton className="h-40" />,
);

interface Props {
  begin: () => ReviewDesk;
  artist: string;
}

/** The review of a painted wall; its code comes with the first one. */
export function ReviewCard({ begin, artist }: Props) {
  const [desk] = useState(begin);
  return <ReviewSection desk={desk} artist={artist} />;
}
