import { useState } from 'react';
import { TextDialog } from '#features/agreements/TextDialog.tsx';
import type { Job } from '#features/jobs/job.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { useLeadAction } from '../proposals/use-lead-action.ts';
import { callOffJob } from './request.api.ts';

interface Props {
  of: AssignmentKey;
  job: Job | null;
  /** How the reader calls the other side in a sentence. */
  other: string;
  onChanged: () => void;
}

/** The way out of an accepted job, with a reason for the other side. */
export function CallOffJob({ of, job, other, onChanged }: Props) {
  const [asked, setAsked] = useState(false);
  const { busy, act } = useLeadAction(onChanged);
  const inForce = ['in_force', 'amending'].includes(job?.agreement?.state ?? '');
  return (
    <>
      <Button variant="secondary" onClick={() => setAsked(true)}>
        Call Off This Job
      </Button>
      <TextDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Call off this job?"
        label="Reason"
        limit={LIMITS.reason}
        confirmLabel="Call Off"
        busy={busy}
        onSend={(reason) => act(() => callOffJob(of, reason), 'You called off the job')}
      >
        <p>
          <span>{`We’ll send ${other} your reason. `}</span>
          <span>{inForce && 'It ends your agreement. See it for what’s owed then. '}</span>
          This can’t be undone.
        </p>
      </TextDialog>
    </>
  );
}
