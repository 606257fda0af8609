import { useId, useState } from 'react';
import { keepDeviceProof } from '#browser/device-proofs.ts';
import { serverViolation } from '#data/server-violation.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { dayLabel, dollars } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/forms/CodeField.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { holdSection } from '#ui/hooks/use-refocus.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { type ShownAgreement, sendAgreementCode, signAgreement } from './agreement.api.ts';
import { COUNTS } from './agreement-sentence.ts';
import { withTax } from './sales-tax.ts';
import { type AgreementVersion, SIGNATURE_FIELDS, signatureDraftSchema } from './signature.ts';

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
  const [draft, setDraft] = useState({ name, code: '' });
  const [said, setSaid] = useState<string | null>(null);
  const id = useId();
  const sending = useAction(
    async () => setSaid(await sendAgreementCode(of, version.hash)),
    'The code could not be sent. Try again in a while.',
  );
  const form = useSchemaForm({
    schema: signatureDraftSchema(byCode),
    fields: SIGNATURE_FIELDS,
    values: draft,
    isQuiet: true,
    send: async (values) => {
      holdSection('agreement');
      const signed = await signAgreement(of, version.hash, values);
      if (of.token && signed.proof) keepDeviceProof(of.token, signed.proof);
      onSigned(signed);
      void toast.success('You signed the agreement');
    },
    explain: (error) => {
      onRefused();
      return serverViolation(
        error,
        SIGNATURE_FIELDS,
        'Your signature could not be saved. Try again.',
      );
    },
  });
  const set = (change: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...change }));
  const ready = !byCode || said !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Sign the agreement"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          {ready ? (
            <Button type="submit" form={id} busy={form.busy}>
              Sign
            </Button>
          ) : (
            <Button busy={sending.busy} onClick={() => sending.run()}>
              Email Me a Code
            </Button>
          )}
        </>
      }
    >
      <form {...form.props} id={id} className="flex flex-col gap-5">
        <p>
          {`Version ${version.version}: ${withTax(dollars(price), tax)}, ${dayLabel(starts_on)} to ${dayLabel(ends_on)}. By signing you agree to its text.`}
        </p>
        <p className="font-semibold">{COUNTS[version.body.language]}</p>
        <FormField
          label="Your full name"
          name="name"
          required
          autoComplete="name"
          error={form.errors.name}
          value={draft.name}
          onText={(text) => set({ name: text })}
        />
        {said !== null && (
          <CodeField
            said={said}
            error={form.errors.code}
            value={draft.code}
            onText={(text) => set({ code: text })}
            busy={sending.busy}
            onAnother={() => sending.run()}
          />
        )}
      </form>
    </Dialog>
  );
}
