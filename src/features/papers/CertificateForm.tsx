import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import type { Paper } from './paper.ts';
import { PAPER_FILES } from './paper-file.ts';
import { useCertificate } from './use-certificate.ts';

interface Props {
  /** The id of the artist. */
  artist: string;
  onSent: (all: Paper[]) => void;
}

/** Sends a certificate of insurance to the admins. */
export function CertificateForm({ artist, onSent }: Props) {
  const { props, typed, chosen, errors, busy, preparing, choose, set } = useCertificate(
    artist,
    onSent,
  );
  return (
    <form {...props} aria-label="Certificate of insurance" className="flex w-full flex-col gap-5">
      <div className="flex flex-col items-start gap-1.5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FilePicker
            label={chosen ? 'Choose Another File' : 'Choose PDF or Photo'}
            accept={PAPER_FILES}
            disabled={preparing}
            onFiles={([file]) => file && choose(file)}
          />
          <span role="status" className="text-ink-2 wrap-anywhere">
            {preparing ? 'Preparing…' : (chosen?.name ?? 'Up to 10 MB')}
          </span>
        </div>
        {errors.file && <FieldError id="certificate-error">{errors.file}</FieldError>}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          label="Insurer"
          required
          name="insurer"
          className="sm:col-span-2"
          error={errors.insurer}
          value={typed.insurer}
          onText={(text) => set('insurer', text)}
        />
        <FormField
          label="Coverage in US dollars"
          required
          name="amount"
          inputMode="numeric"
          hint="For each occurrence."
          error={errors.amount}
          value={typed.amount}
          onText={(text) => set('amount', text)}
        />
        <FormField
          label="Policy ends"
          required
          name="ends_on"
          type="date"
          error={errors.ends_on}
          value={typed.ends_on}
          onText={(text) => set('ends_on', text)}
        />
      </div>
      <Button type="submit" busy={busy || preparing} className="self-start">
        Send Certificate
      </Button>
    </form>
  );
}
