import { use } from 'react';
import { toAppError } from '#data/app-error.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { messageFor } from '#lib/errors.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { NewsContext } from '#ui/hooks/use-refresh.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { Job } from './job.ts';
import { askForAgreement, skipAgreement } from './jobs.api.ts';

interface Props {
  of: AssignmentKey;
  job: Job;
  other: string;
}

const FAILED = 'That could not be saved. Try again.';

/** After a proposal is accepted: an agreement is asked for, or the job goes on without one. The artist writes it in its own part. */
export function AgreementChoice({ of, job, other }: Props) {
  const news = use(NewsContext);
  const { busy, run } = useAction(
    async (work: (of: AssignmentKey) => Promise<unknown>, done: string) => {
      await work(of);
      news?.ask();
      void toast.success(done);
    },
    (error) => messageFor(toAppError(error).code, FAILED),
  );
  const skips = job.can.includes('skip_agreement');
  const asks = job.can.includes('ask_for_agreement');
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {asks && (
        <Button
          variant={skips ? 'primary' : 'ghost'}
          busy={busy}
          onClick={() => void run(askForAgreement, `We’ve asked ${other} to write one`)}
        >
          Ask for an Agreement
        </Button>
      )}
      {skips && (
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => void run(skipAgreement, 'You can still write one later')}
        >
          Go On Without One
        </Button>
      )}
    </div>
  );
}
