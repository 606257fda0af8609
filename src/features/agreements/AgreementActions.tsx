import { useState } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { printOne } from '#ui/print-one.ts';
import { PRINTED_ID } from './AgreementDocument.tsx';
import {
  askAgreementChange,
  endAgreement,
  type ShownAgreement,
  takeBackAgreement,
} from './agreement.api.ts';
import { SignDialog } from './SignDialog.tsx';
import { TextDialog } from './TextDialog.tsx';
import type { useAgreement } from './use-agreement.ts';

interface Props extends Pick<ReturnType<typeof useAgreement>, 'refresh' | 'show' | 'busy' | 'act'> {
  of: AssignmentKey;
  agreement: ShownAgreement;
  /** Opens the form; null where the artist has nothing to begin with. */
  onWrite: (() => void) | null;
  writing: boolean;
}

/** What a side can do about the agreement, and what is asked before it. */
export function AgreementActions(props: Props) {
  const { of, agreement, onWrite, writing, refresh, show, busy, act } = props;
  const { side, can, current, by_code } = agreement;
  const [question, setQuestion] = useState<'sign' | 'change' | 'take_back' | 'end' | null>(null);
  const close = () => setQuestion(null);
  const hash = current?.hash ?? '';
  return (
    <>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {can.includes('sign') && <Button onClick={() => setQuestion('sign')}>Sign</Button>}
        {onWrite && can.includes('offer') && (
          <Button variant={current ? 'secondary' : 'primary'} busy={writing} onClick={onWrite}>
            {writeLabel(agreement)}
          </Button>
        )}
        {can.includes('ask_change') && (
          <Button variant="secondary" onClick={() => setQuestion('change')}>
            Ask for a Change
          </Button>
        )}
        {current && (
          <Button variant="ghost" onClick={() => printOne(document.getElementById(PRINTED_ID))}>
            Print
          </Button>
        )}
        {can.includes('take_back') && (
          <Button variant="ghost" onClick={() => setQuestion('take_back')}>
            Take Back
          </Button>
        )}
        {can.includes('end') && (
          <Button variant="ghost" onClick={() => setQuestion('end')}>
            End Early
          </Button>
        )}
      </div>
      {question === 'sign' && current && (
        <SignDialog
          of={of}
          version={current}
          name={current.body[side]}
          byCode={by_code}
          onClose={close}
          onSigned={(now) => {
            show(now);
            close();
          }}
          onRefused={refresh}
        />
      )}
      <TextDialog
        open={question === 'change'}
        onClose={close}
        title="What should change?"
        label="Your change"
        limit={LIMITS.message}
        confirmLabel="Send"
        busy={busy}
        onSend={(text) =>
          act(
            () => askAgreementChange(of, hash, text),
            'We’ve asked the artist to change it',
            close,
          )
        }
      />
      <TextDialog
        open={question === 'end'}
        onClose={close}
        title="End the agreement early?"
        label="Reason"
        limit={LIMITS.reason}
        confirmLabel="End Agreement"
        busy={busy}
        onSend={(text) => act(() => endAgreement(of, text), toldOfEnd(side), close)}
      />
      <ConfirmDialog
        open={question === 'take_back'}
        onClose={close}
        title="Take the agreement back?"
        confirmLabel="Take Back"
        busy={busy}
        onConfirm={() =>
          void act(() => takeBackAgreement(of.lead, hash), 'You took the agreement back', close)
        }
      >
        The client can no longer sign it.
      </ConfirmDialog>
    </>
  );
}

/** A guest may have no email that leaves, so only what is certain. */
const toldOfEnd = (side: ShownAgreement['side']) =>
  side === 'client' ? 'We’ve let the artist know' : 'The client sees it on their request page';

function writeLabel({ state, current }: ShownAgreement): string {
  if (state === 'in_force' || state === 'amending') return 'Amend';
  if (state === 'ended') return 'Write a New One';
  return current ? 'Change' : 'Write the Agreement';
}
