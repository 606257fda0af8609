import { useState } from 'react';
import { TextDialog } from '#features/agreements/TextDialog.tsx';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { isAskedToReopen, type Sketches, type SketchVersion } from './sketch.ts';
import { approve, askChanges, keep, reopen } from './sketches.api.ts';
import type { SketchDeskState } from './use-sketches.ts';

interface Props {
  desk: SketchDeskState;
  sketches: Sketches;
  version: SketchVersion;
}

/** What the client says of a version, and what either side does about one that is approved. */
export function SketchAnswer({ desk, sketches, version }: Props) {
  const { act, busy, pins } = desk;
  const [question, ask] = useState<'changes' | 'approve' | null>(null);
  const { number, hash } = version;
  const newest = sketches.versions.at(-1)?.number === number;
  const left = sketches.rounds_left;
  const commented =
    version.pins.some(({ side }) => side === 'client') ||
    pins.outgoing.some((pin) => pin.version === number);
  const close = () => ask(null);
  const asked = isAskedToReopen(sketches);
  const reopens = sketches.can.includes('reopen');
  const waits = sketches.state !== 'approved' && reopens && !asked;
  return (
    <>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {sketches.can.includes('approve') && (
          <Button
            variant={sketches.state === 'changes_asked' ? 'secondary' : 'primary'}
            onClick={() => ask('approve')}
          >{`Approve Version ${number}`}</Button>
        )}
        {sketches.can.includes('ask_changes') && newest && left > 0 && (
          <Button variant="secondary" onClick={() => ask('changes')}>
            Ask for Changes
          </Button>
        )}
        {reopens && !waits && (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => void act(reopen, asked ? 'The sketch is open again' : 'Asked to reopen')}
          >
            {asked ? 'Reopen' : 'Ask to Reopen'}
          </Button>
        )}
        {(asked || waits) && sketches.can.includes('keep') && (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => void act(keep, 'The sketch stays approved')}
          >
            Keep It Approved
          </Button>
        )}
      </div>
      <Dialog
        open={question === 'approve'}
        onClose={close}
        title={`Approve version ${number}?`}
        action={
          <Button
            busy={busy}
            onClick={() =>
              void act((job) => approve(job, number, hash), `Version ${number} is approved`, close)
            }
          >
            Approve
          </Button>
        }
      >
        To change it later, you both have to agree.
      </Dialog>
      <TextDialog
        open={question === 'changes'}
        onClose={close}
        title="Ask for changes?"
        label="What should change?"
        optional={commented}
        limit={LIMITS.pin}
        confirmLabel="Ask for Changes"
        busy={busy}
        onSend={(text) =>
          act(
            async (job) => {
              // A comment alone says what should change: it has to be there first.
              await pins.flush();
              return askChanges(job, number, text);
            },
            'We’ve let the artist know',
            close,
          )
        }
      >
        <p>{`This uses round ${sketches.rounds - left + 1} of your ${sketches.rounds}.`}</p>
      </TextDialog>
    </>
  );
}
