import { useState } from 'react';
import { TextDialog } from '#features/agreements/TextDialog.tsx';
import { dollars } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import type { Act, Said } from './payments.api.ts';
import { ReceiveDialog } from './ReceiveDialog.tsx';
import type { OfPart } from './use-payments.ts';

interface Props extends OfPart {
  primary: boolean;
  onReport: () => void;
}

/** What a side can do about a part, and what is asked before it. */
export function PartActions({ desk, money, part, primary, onReport }: Props) {
  const { side } = money;
  const [question, ask] = useState<Act | null>(null);
  const close = () => ask(null);
  // A guest may have no email that leaves.
  const said =
    side === 'client'
      ? `We’ve let ${money.artist} know`
      : `${money.client} sees it on their request page`;
  const act = (event: Act, words?: Said) => desk.act(part, event, said, close, words);
  const arrived = part.state === 'reported';
  const owed = part.state !== 'planned' && !arrived;
  const loud = (is: boolean) => (primary && is ? 'primary' : 'secondary');
  return (
    <>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {part.can.includes('report') && (
          <Button variant={loud(owed)} onClick={onReport}>
            {arrived ? 'Edit' : 'I’ve Paid'}
          </Button>
        )}
        {part.can.includes('ask') && (
          <Button
            variant={loud(part.state !== 'planned')}
            busy={desk.busy}
            onClick={() => void act('ask')}
          >
            Ask for It
          </Button>
        )}
        {part.can.includes('receive') && (
          <Button variant={loud(arrived)} onClick={() => ask('receive')}>
            Mark as Received
          </Button>
        )}
        {part.can.includes('dispute') && (
          <Button variant="ghost" onClick={() => ask('dispute')}>
            {side === 'artist' ? 'Not Received' : 'I Don’t Owe This Yet'}
          </Button>
        )}
        {part.can.includes('waive') && (
          <Button variant="ghost" onClick={() => ask('waive')}>
            Waive
          </Button>
        )}
      </div>
      {question === 'receive' && (
        <ReceiveDialog
          money={money}
          part={part}
          busy={desk.busy}
          onClose={close}
          onReceived={(amount) => act('receive', { amount })}
        />
      )}
      <ConfirmDialog
        open={question === 'waive'}
        onClose={close}
        title={`Waive ${dollars(part.amount)}?`}
        confirmLabel="Waive"
        busy={desk.busy}
        onConfirm={() => void act('waive')}
      >
        The client no longer owes it. This can’t be undone.
      </ConfirmDialog>
      <TextDialog
        open={question === 'dispute'}
        onClose={close}
        title={side === 'artist' ? 'What didn’t arrive?' : 'Why isn’t it due yet?'}
        label="Reason"
        limit={LIMITS.reason}
        confirmLabel="Send"
        busy={desk.busy}
        onSend={(text) => act('dispute', { note: text })}
      />
    </>
  );
}
