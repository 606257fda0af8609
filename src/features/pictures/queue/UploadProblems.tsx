import { groupBy } from '#lib/group-by.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import type { UploadItem } from '../upload-queue.ts';
import type { UploadQueue } from './upload-queue.store.ts';

interface Props {
  items: readonly UploadItem[];
  queue: Pick<UploadQueue, 'retry' | 'remove'>;
}

/** What is not going, and why: the same reason once, with all that it is about. */
export function UploadProblems({ items, queue }: Props) {
  const groups = groupBy(
    items.filter(({ problem }) => problem !== null),
    ({ problem }) => problem as string,
  );
  if (groups.size === 0) return null;
  return (
    <ul aria-label="Not uploaded" className="flex flex-col gap-3">
      {[...groups].map(([problem, about]) => (
        <Problem key={problem} problem={problem} about={about} queue={queue} />
      ))}
    </ul>
  );
}

interface ProblemProps extends Pick<Props, 'queue'> {
  problem: string;
  about: readonly UploadItem[];
}

function Problem({ problem, about, queue }: ProblemProps) {
  const ids = about.map(({ id }) => id);
  const canRetry = about.some(({ state }) => state === 'failed');
  const [first] = about;
  const what = about.length === 1 ? first?.name : `${about.length} photos`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div role="alert" className="min-w-[min(10rem,100%)] flex-1 text-sm">
        <strong className="block truncate">{what}</strong>
        <span className="text-danger">{problem}</span>
        {about.length > 1 && (
          <details className="mt-1 text-ink-2">
            <summary>Which ones</summary>
            <p className="wrap-anywhere">{about.map(({ name }) => name).join(', ')}</p>
          </details>
        )}
      </div>
      <div className="flex gap-2">
        {canRetry && (
          <SmallButton aria-label={`Try ${what} again`} onClick={() => queue.retry(ids)}>
            Try Again
          </SmallButton>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${canRetry ? 'Remove' : 'Dismiss'} ${what}`}
          onClick={() => queue.remove(ids)}
        >
          {canRetry ? 'Remove' : 'Dismiss'}
        </Button>
      </div>
    </li>
  );
}
