import { useState } from 'react';
import { eraseRequest, withdrawRequest } from '#data/request-link.ts';
import { forgetOwnRequest } from '#stores/own-request.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/toast.ts';
import type { RequestProps } from './RequestView.tsx';
import { useChange } from './use-change.ts';

/** The two ways out, each with a question before. */
export function CloseRequest(props: RequestProps & { onErased: () => void }) {
  const { token, request, onChange, onErased } = props;
  const [question, setQuestion] = useState<'withdraw' | 'erase' | null>(null);
  const { busy, attempt } = useChange();
  const close = () => setQuestion(null);
  const withdraw = () =>
    attempt(async () => {
      onChange(await withdrawRequest(token));
      close();
      void toast.success('Your request is withdrawn');
    });
  const erase = () =>
    attempt(async () => {
      await eraseRequest(token);
      forgetOwnRequest(token);
      onErased();
    });
  return (
    <section aria-labelledby="close" className="flex flex-col gap-3">
      <h2 id="close" className="font-display text-xl">
        No longer needed?
      </h2>
      <div className="flex flex-wrap gap-3">
        {request.state === 'open' && (
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
        title="Withdraw your request?"
        confirmLabel="Withdraw"
        busy={busy}
        onConfirm={() => void withdraw()}
      >
        Artists see that it is withdrawn, and no longer who sent it. This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'erase'}
        onClose={close}
        title="Erase your request?"
        confirmLabel="Erase"
        busy={busy}
        onConfirm={() => void erase()}
      >
        Your words and your contact are removed for good, also for the artists who have them, and
        this link stops working.
      </ConfirmDialog>
    </section>
  );
}
