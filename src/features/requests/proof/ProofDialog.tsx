import { useCallback, useEffect, useId, useState } from 'react';
import { keepDeviceProof, provenToken } from '#browser/device-proofs.ts';
import { serverViolation } from '#data/server-violation.ts';
import { setTokenProof } from '#data/token-proof.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/forms/CodeField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { enterCode, sendCode } from './proof.api.ts';
import { CODE_FIELDS, PROVEN_ACTS, proofCodeSchema } from './proven-acts.ts';

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
  const [code, setCode] = useState('');
  const id = useId();
  // The press that led here asked for it.
  const { data, busy, failed, reload } = useLoad(
    useCallback(() => sendCode(token, act), [token, act]),
  );
  const said = failed ? 'The code wasn’t sent. Try again in a while.' : (data ?? '');
  const form = useSchemaForm({
    schema: proofCodeSchema,
    fields: CODE_FIELDS,
    values: { code },
    isQuiet: true,
    send: async (values) => {
      keepDeviceProof(token, await enterCode(token, values.code));
      onLeave(true);
    },
    explain: (error) =>
      serverViolation(error, CODE_FIELDS, 'The code wasn’t checked. Try again.'),
  });
  if (unread && email !== undefined)
    return <AddressDialog token={token} typed={email} onClose={() => onLeave(false)} />;
  return (
    <Dialog
      open
      onClose={() => onLeave(false)}
      title={`Confirm to ${PROVEN_ACTS[act]?.to ?? 'go on'}`}
      footer={
        <>
          <Button variant="secondary" onClick={() => onLeave(false)}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={form.busy}>
            Confirm
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="flex flex-col gap-5">
        <p>For this we check that it’s you.</p>
        <CodeField
          said={said}
          error={form.errors.code}
          value={code}
          onText={setCode}
          busy={busy}
          onAnother={reload}
        />
        {email !== undefined && (
          <Button variant="ghost" size="sm" className="self-start" onClick={() => setUnread(true)}>
            I Can’t Read That Address Anymore
          </Button>
        )}
      </form>
    </Dialog>
  );
}
