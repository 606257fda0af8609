import { lazy, Suspense, useState } from 'react';
import { again } from '#ui/again.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import type { ReviewDesk } from './review-desk.ts';

const ReviewSection = lazy(() =>
  again(() => import('./ReviewSection.tsx')).then((module) => ({ default: module.ReviewSection })),
);

interface Props {
  begin: () => ReviewDesk;
  artist: string;
}

/** The review of a painted wall; its code comes with the first one. */
export function ReviewCard({ begin, artist }: Props) {
  const [desk] = useState(begin);
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <ReviewSection desk={desk} artist={artist} />
    </Suspense>
  );
}
