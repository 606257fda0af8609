import { useId, useState } from 'react';
import { keepDeviceProof } from '#browser/device-proofs.ts';
import { whyRefused } from '#data/why-refused.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { dayLabel, dollars } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/forms/CodeField.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { holdSection } from '#ui/hooks/use-refocus.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { type ShownAgreement, sendAgreementCode, signAgreement } from './agreement.api.ts';
import { COUNTS } from './agreement-sentence.ts';
import { withTax } from './sales-tax.ts';
import { type AgreementVersion, signatureDraftSchema } from './signature.ts';

interface Props {
  of: AssignmentKey;
  version: AgreementVersion;
  /** Who the agreement says signs. */
  name: string;
  byCode: boolean;
  onClose: () => void;
  onSigned: (agreement: ShownAgreement) => void;
  /** It was refused: the version may be another by now. */
  onRefused: () => void;
}

/** A typed name under one version; a guest's with the code that goes to their email. */
export function SignDialog(props: Props) {
  const { of, version, name, byCode, onClose, onSigned, onRefused } = props;
  const { price, tax, starts_on, ends_on } = version.body;
  const [said, setSaid] = useState<string | null>(null);
  const id = useId();
  const sending = useAction(
    async () => setSaid(await sendAgreementCode(of, version.hash)),
    'The code wasn’t sent. Try again in a while.',
  );
  const form = useTypedForm({
    begin: () => ({ name, code: '' }),
    schema: signatureDraftSchema(byCode),
    isQuiet: true,
    send: async (values) => {
      holdSection('agreement');
      const signed = await signAgreement(of, version.hash, values);
      if (of.token && signed.proof) keepDeviceProof(of.token, signed.proof);
      onSigned(signed);
      void toast.success('You signed the agreement');
    },
    explain: (error, fields) => {
      onRefused();
      return whyRefused('Your signature wasn’t saved. Try again.')(error, fields);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Sign the agreement"
      action={
        byCode && said === null ? (
          <Button busy={sending.busy} onClick={() => sending.run()}>
            Email Me a Code
          </Button>
        ) : (
          <Button type="submit" form={id} busy={form.busy}>
            Sign
          </Button>
        )
      }
    >
      <form {...form.props} id={id} className="flex flex-col gap-5">
        <p>
          {`Version ${version.version}: ${withTax(dollars(price), tax)}, ${dayLabel(starts_on)} to ${dayLabel(ends_on)}. By signing you agree to its text.`}
        </p>
        <p className="font-semibold">{COUNTS[version.body.language]}</p>
        {textFields(form)('name', {
          label: 'Your full name',
          required: true,
          autoComplete: 'name',
        })}
        {said !== null && (
          <CodeField form={form} said={said} busy={sending.busy} onAnother={() => sending.run()} />
        )}
      </form>
    </Dialog>
  );
}
