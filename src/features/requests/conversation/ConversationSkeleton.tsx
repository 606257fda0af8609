import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/Spinner.tsx';

const BUBBLES = ['w-3/5 self-start', 'w-2/5 self-end', 'w-1/2 self-end', 'w-2/3 self-start'];

/** Gray bubbles in place of a conversation that is on its way. */
export function ConversationSkeleton() {
  return (
    <div role="status" className="flex min-h-72 flex-col gap-3 rounded-card bg-paper-2 p-4 sm:p-5">
      <span className="sr-only">Loading the conversation…</span>
      {BUBBLES.map((place) => (
        <Skeleton key={place} className={cx('h-12 rounded-card', place)} />
      ))}
    </div>
  );
}
