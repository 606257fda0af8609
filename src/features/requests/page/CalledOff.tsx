import type { CalledOffJob, RequestSide } from '#features/jobs/job.ts';
import { shortDate } from '#lib/wall-time.ts';

interface Props {
  how: CalledOffJob;
  /** Who reads it, and how they call the other side. */
  side: RequestSide;
  other: string;
}

/** Who called a job off, when and why, and what holds of an agreement. */
export function CalledOff({ how: { by, reason, at, signed }, side, other }: Props) {
  const [day, end] = [shortDate(at), reason ? ':' : '.'];
  return (
    <>
      <p>
        {by === side
          ? `You called off this job on ${day}${end}`
          : `${other} called off this job on ${day}${end}`}
      </p>
      {reason && (
        <blockquote className="border-accent border-l-4 pl-4 whitespace-pre-line wrap-anywhere">
          {reason}
        </blockquote>
      )}
      {signed && <p>The agreement has ended. See it for what’s owed now.</p>}
    </>
  );
}
