import { lazy, Suspense } from 'react';
import { again } from '#ui/again.ts';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';
import type { ThreadProps } from './types.ts';

const ThreadView = lazy(() =>
  again(() => import('./ThreadView.tsx')).then((module) => ({ default: module.ThreadView })),
);

/** A conversation; its code is loaded where one is shown. */
export function Thread(props: ThreadProps) {
  return (
    <Suspense fallback={<ThreadSkeleton />}>
      <ThreadView {...props} />
    </Suspense>
  );
}
