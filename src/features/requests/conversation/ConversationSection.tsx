import { lazyPart } from '#ui/lazy-part.tsx';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';

/** A conversation; its code is loaded where one is shown. */
export const ConversationSection = lazyPart(
  () => import('./ConversationView.tsx').then(({ ConversationView }) => ConversationView),
  <ConversationSkeleton />,
);
