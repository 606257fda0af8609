import { useCallback, useEffect, useId, useState } from 'react';
import { keepDeviceProof, provenToken } from '#browser/device-proofs.ts';
import { setTokenProof } from '#data/token-proof.ts';
import { whyRefused } from '#data/why-refused.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/forms/CodeField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { enterCode, sendCode } from './proof.api.ts';
import { PROVEN_ACTS, proofCodeSchema } from './proven-acts.ts';

interface Asked {
  act: string;
  token: string;
  /** The address that the call wants to change to. */
  email: string | undefined;
  answer: (proven: boolean) => void;
}

/** Asks for six digits of an email when something on this page takes more than its link; for 30 days on this device. */
export function ProofDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      setTokenProof({
        proven: provenToken,
        prove: (act, token, args) =>
          new Promise((answer) => setAsked({ act, token, email: newEmail(args), answer })),
      }),
    [],
  );
  if (!asked) return null;
  const leave = (proven: boolean) => {
    setAsked(null);
    asked.answer(proven);
  };
  return <CodeDialog {...asked} onLeave={leave} />;
}

function newEmail(args: object): string | undefined {
  const email: unknown = Reflect.get(args, 'p_email');
  return typeof email === 'string' ? email : undefined;
}

type CodeDialogProps = Omit<Asked, 'answer'> & { onLeave: (proven: boolean) => void };

function CodeDialog({ act, token, email, onLeave }: CodeDialogProps) {
  const [unread, setUnread] = useState(false);
  const id = useId();
  // The press that led here asked for it.
  const { data, busy, failed, reload } = useLoad(
    useCallback(() => sendCode(token, act), [token, act]),
  );
  const said = failed ? 'The code wasn’t sent. Try again in a while.' : (data ?? '');
  const form = useTypedForm({
    begin: () => ({ code: '' }),
    schema: proofCodeSchema,
    isQuiet: true,
    send: async ({ code }) => {
      keepDeviceProof(token, await enterCode(token, code));
      onLeave(true);
    },
    explain: whyRefused('The code wasn’t checked. Try again.'),
  });
  if (unread && email !== undefined)
    return <AddressDialog token={token} typed={email} onClose={() => onLeave(false)} />;
  return (
    <Dialog
      open
      onClose={() => onLeave(false)}
      title={`Confirm to ${PROVEN_ACTS[act]?.to ?? 'go on'}`}
      action={
        <Button type="submit" form={id} busy={form.busy}>
          Confirm
        </Button>
      }
    >
      <form {...form.props} id={id} className="flex flex-col gap-5">
        <p>For this we check that it’s you.</p>
        <CodeField form={form} said={said} busy={busy} onAnother={reload} />
        {email !== undefined && (
          <Button variant="ghost" size="sm" className="self-start" onClick={() => setUnread(true)}>
            I Can’t Read That Address Anymore
          </Button>
        )}
      </form>
    </Dialog>
  );
}
