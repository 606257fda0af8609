import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { allowsSketchEvent, isAskedToReopen, type Sketches, type SketchVersion } from './sketch.ts';
import { approve, askChanges, keep, reopen } from './sketches.api.ts';
import type { SketchDeskState } from './use-sketches.ts';

interface Props {
  desk: SketchDeskState;
  sketches: Sketches;
  version: SketchVersion;
}

/** What the client says of a version, and what either side does about one that is approved. */
export function SketchAnswer({ desk, sketches, version }: Props) {
  const { act, busy } = desk;
  const [question, ask] = useState<'changes' | 'approve' | null>(null);
  const { number, hash } = version;
  const newest = sketches.versions.at(-1)?.number === number;
  const left = sketches.rounds_left;
  const close = () => ask(null);
  const answer = async (work: Parameters<SketchDeskState['act']>[0], said: string) => {
    await act(work, said);
    close();
  };
  const asked = isAskedToReopen(sketches);
  const reopens = allowsSketchEvent(sketches, 'reopen');
  const waits = sketches.state !== 'approved' && reopens && !asked;
  return (
    <>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {allowsSketchEvent(sketches, 'approve') && (
          <Button onClick={() => ask('approve')}>{`Approve Version ${number}`}</Button>
        )}
        {allowsSketchEvent(sketches, 'ask_changes') && newest && left > 0 && (
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
        {(asked || waits) && allowsSketchEvent(sketches, 'keep') && (
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
        open={question !== null}
        onClose={close}
        title={question === 'approve' ? `Approve version ${number}?` : 'Ask for changes?'}
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            {question === 'approve' ? (
              <Button
                busy={busy}
                onClick={() =>
                  void answer((job) => approve(job, number, hash), `Version ${number} is approved`)
                }
              >
                Approve
              </Button>
            ) : (
              <Button
                busy={busy}
                onClick={() =>
                  void answer((job) => askChanges(job, number), 'We’ve let the artist know')
                }
              >
                Ask for Changes
              </Button>
            )}
          </>
        }
      >
        {question === 'approve'
          ? 'The artist paints this one. Reopening it takes both of you.'
          : `This takes one of ${plural(left, 'round')}. The artist reads what you pinned.`}
      </Dialog>
    </>
  );
}
