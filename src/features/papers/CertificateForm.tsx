import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
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
  const form = useCertificate(artist, onSent);
  const { props, chosen, errors, busy, preparing, choose } = form;
  const field = textFields<keyof typeof form.draft>(form);
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
        {field('insurer', { label: 'Insurer', required: true, className: 'sm:col-span-2' })}
        {field('amount', {
          label: 'Coverage in US dollars',
          required: true,
          inputMode: 'numeric',
          hint: 'For each occurrence.',
        })}
        {field('ends_on', { label: 'Policy ends', required: true, type: 'date' })}
      </div>
      <Button type="submit" busy={busy || preparing} className="self-start">
        Send Certificate
      </Button>
    </form>
  );
}
