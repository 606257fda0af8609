import { lazy, Suspense } from 'react';
import { again } from '#ui/again.ts';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';
import type { ConversationProps } from './conversation-props.ts';

const ThreadView = lazy(() =>
  again(() => import('./ConversationView.tsx')).then((module) => ({
    default: module.ConversationView,
  })),
);

/** A conversation; its code is loaded where one is shown. */
export function ConversationSection(props: ConversationProps) {
  return (
    <Suspense fallback={<ConversationSkeleton />}>
      <ThreadView {...props} />
    </Suspense>
  );
}
