import { useState } from 'react';
import { keptBy } from '#features/kept-copies/kept-copy.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/forms/toggles.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { RequestProps } from './request-props.ts';
import { isPainted } from './tracked-request.ts';
import { useChange } from './use-change.ts';

/** The way out, with a question before: closed, and its data deleted where the client wants that too. */
export function CloseRequest(props: RequestProps & { onErased: () => void }) {
  const { actions, request, onChange, onErased } = props;
  const [asked, setAsked] = useState(false);
  const [ticked, setTicked] = useState(false);
  const { busy, attempt } = useChange(actions);
  const closable = request.state === 'open' && !isPainted(request);
  // What is closed already, or painted, can only be deleted.
  const erase = ticked || !closable;
  const partner = request.artists.find(({ state }) =>
    ['accepted', 'completed'].includes(state),
  )?.name;
  const chosen = request.artists.find(({ state }) => state === 'accepted')?.name;
  const close = () =>
    attempt(async () => {
      if (erase) {
        await actions.erase();
        return onErased();
      }
      onChange(await actions.withdraw());
      setAsked(false);
      return void toast.success('Your request is closed');
    });
  return (
    <section aria-labelledby="close" className="flex flex-col items-start gap-3 print:hidden">
      <h2 id="close" className="font-display text-xl">
        Changed your mind?
      </h2>
      <Button variant={closable ? 'secondary' : 'danger'} size="sm" onClick={() => setAsked(true)}>
        {closable ? 'Close Request' : 'Delete My Data'}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={
          chosen
            ? `End the agreement with ${chosen}?`
            : closable
              ? 'Close your request?'
              : 'Delete your request?'
        }
        confirmLabel={erase ? 'Delete My Data' : 'Close Request'}
        busy={busy}
        onConfirm={() => void close()}
      >
        <p>
          <span>
            {chosen && `You’ve accepted the proposal of ${chosen}, and closing ends that. `}
          </span>
          <span>
            {erase
              ? 'Your words, photos, messages and contact are removed for good, also for the artists.'
              : 'Artists see that it is withdrawn, and no longer who sent it.'}
          </span>{' '}
          <span>{erase && keptBy(partner ?? 'An artist whose proposal you accepted')}</span> This
          can’t be undone.
        </p>
        {closable && (
          <Checkbox
            label="And delete my data"
            className="mt-3"
            checked={ticked}
            onChange={({ target }) => setTicked(target.checked)}
          />
        )}
      </ConfirmDialog>
    </section>
  );
}
