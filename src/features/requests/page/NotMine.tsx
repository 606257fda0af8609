import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { keptBy } from '#features/kept-copies/kept-copy.ts';
import { shortDate } from '#lib/wall-time.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import type { RequestProps } from './request-props.ts';
import { useChange } from './use-change.ts';

interface Props extends Omit<RequestProps, 'onChange'> {
  token: string;
  onErased: () => void;
}

/** For a visitor whose address another person gave: what that means, and a way to end it. It shows nothing of the client. */
export function NotMine({ token, request, actions, onErased }: Props) {
  const [asked, setAsked] = useState(false);
  const { busy, attempt } = useChange(actions);
  const erase = () =>
    attempt(async () => {
      await actions.erase();
      onErased();
    });
  return (
    <section
      aria-labelledby="not-mine"
      className="flex max-w-xl flex-col gap-5 rounded-card bg-paper-2 p-6"
    >
      <h2 id="not-mine" className="font-display text-2xl">
        Didn’t send this?
      </h2>
      <p>
        On <span>{shortDate(request.created_at)}</span> someone used your address for a request,{' '}
        <strong className="tracking-widest">{request.reference}</strong>, maybe by mistake. Erase
        it, and the emails stop.
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button variant="danger" onClick={() => setAsked(true)}>
          I Didn’t Send This
        </Button>
        <a href={paths.requestBy(token)} className="underline underline-offset-4">
          It was me: open my request
        </a>
      </div>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Erase this request?"
        confirmLabel="Erase"
        busy={busy}
        onConfirm={() => void erase()}
      >
        It’s removed for good, also for the artists.{' '}
        <span>{keptBy('An artist whose proposal was accepted')}</span>
      </ConfirmDialog>
    </section>
  );
}
