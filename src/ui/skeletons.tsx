import { Button } from './Button.tsx';
import { Skeleton } from './Spinner.tsx';

/** Gray shapes in place of a tab that is on its way. */
export function ShellSkeleton() {
  return (
    <div role="status" data-loading className="space-y-4">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-8 w-1/3" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}

interface SkeletonsProps {
  count: number;
  /** Of the list around them, and of each. */
  list: string;
  each: string;
}

/** So many gray shapes in place of a list that is on its way. */
export function Skeletons({ count, list, each }: SkeletonsProps) {
  return (
    <div role="status" className={list}>
      <span className="sr-only">Loading…</span>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={i} className={each} />
      ))}
    </div>
  );
}

interface ProblemProps {
  onRetry: () => void;
  title?: string;
}

/** What could not be loaded, and a way to try again. */
export function ShellProblem({ onRetry, title = 'This page didn’t load' }: ProblemProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-card border-2 border-line border-dashed px-6 py-12 text-center"
    >
      <p className="font-display text-ink text-xl text-balance">{title}</p>
      <p className="max-w-prose text-ink-2">The connection may be down.</p>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
