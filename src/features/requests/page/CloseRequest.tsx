import { useState } from 'react';
import { keptBy } from '#features/kept-copies/kept-copy.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { EraseDialog } from './EraseDialog.tsx';
import type { RequestProps } from './request-props.ts';
import { isPainted } from './tracked-request.ts';
import { useChange } from './use-change.ts';

/** The two ways out, each with a question before. */
export function CloseRequest(props: RequestProps & { onErased: () => void }) {
  const { actions, request, onChange, onErased } = props;
  const [question, setQuestion] = useState<'withdraw' | 'erase' | null>(null);
  const { busy, attempt } = useChange(actions);
  const close = () => setQuestion(null);
  const partner = request.artists.find(({ state }) =>
    ['accepted', 'completed'].includes(state),
  )?.name;
  const chosen = request.artists.find(({ state }) => state === 'accepted')?.name;
  const withdraw = () =>
    attempt(async () => {
      onChange(await actions.withdraw());
      close();
      void toast.success('Your request is withdrawn');
    });
  return (
    <section aria-labelledby="close" className="flex flex-col gap-3 print:hidden">
      <h2 id="close" className="font-display text-xl">
        No longer needed?
      </h2>
      <div className="flex flex-wrap gap-3">
        {request.state === 'open' && !isPainted(request) && (
          <Button variant="secondary" size="sm" onClick={() => setQuestion('withdraw')}>
            Withdraw Request
          </Button>
        )}
        <Button variant="danger" size="sm" onClick={() => setQuestion('erase')}>
          Erase Request
        </Button>
      </div>
      <ConfirmDialog
        open={question === 'withdraw'}
        onClose={close}
        title={chosen ? `End the agreement with ${chosen}?` : 'Withdraw your request?'}
        confirmLabel="Withdraw"
        busy={busy}
        onConfirm={() => void withdraw()}
      >
        <span>
          {chosen && `You have accepted the proposal of ${chosen}, and withdrawing ends that. `}
        </span>
        Artists see that it is withdrawn, and no longer who sent it. This cannot be undone.
      </ConfirmDialog>
      <EraseDialog
        open={question === 'erase'}
        title="Erase your request?"
        actions={actions}
        onClose={close}
        onErased={onErased}
      >
        Your words, photos, messages and contact are removed for good, also for the artists who have
        them, and its link stops working.{' '}
        <span>{chosen && `It ends the agreement with ${chosen} as well.`}</span>{' '}
        <span>{keptBy(partner ?? 'An artist whose proposal you accepted')}</span>
      </EraseDialog>
    </section>
  );
}
