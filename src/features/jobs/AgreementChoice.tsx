import { use } from 'react';
import { whyNotSaved } from '#data/why-not-saved.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { NewsContext } from '#ui/hooks/use-refresh.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { Job } from './job.ts';
import { askForAgreement, skipAgreement } from './jobs.api.ts';

interface Props {
  of: AssignmentKey;
  can: Job['can'];
  /** Whether that is what the database says: before it does, the buttons keep their places. */
  known: boolean;
  other: string;
}

/** After a proposal is accepted: an agreement is asked for, or the job goes on without one. The artist writes it in its own part. */
export function AgreementChoice({ of, can, known, other }: Props) {
  const news = use(NewsContext);
  const { busy, run } = useAction(
    async (work: (of: AssignmentKey) => Promise<unknown>, done: string) => {
      await work(of);
      news?.ask();
      void toast.success(done);
    },
    whyNotSaved,
  );
  const skips = can.includes('skip_agreement');
  const asks = can.includes('ask_for_agreement');
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {asks && (
        <Button
          variant={skips ? 'primary' : 'ghost'}
          busy={busy}
          disabled={!known}
          onClick={() => void run(askForAgreement, `We’ve asked ${other} to write one`)}
        >
          Ask for an Agreement
        </Button>
      )}
      {skips && (
        <Button
          variant="secondary"
          busy={busy}
          disabled={!known}
          onClick={() => void run(skipAgreement, 'You can still write one later')}
        >
          Go On Without One
        </Button>
      )}
    </div>
  );
}
