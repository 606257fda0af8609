import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import type { PagePicture } from './page-pictures.store.ts';
import { ReportedPicture } from './ReportedPicture.tsx';
import { ReportReasonChoice } from './ReportReasonChoice.tsx';
import { usePictureReportForm } from './use-picture-report-form.ts';

interface Props {
  page: string;
  picture: PagePicture;
  /** Goes back to the choice, where there is one. */
  onAnother: (() => void) | undefined;
  onSent: () => void;
  onGone: () => void;
}

/** What is wrong with one picture. */
export function PictureReportForm({ page, picture, onAnother, onSent, onGone }: Props) {
  const where = { page, picture: picture.url };
  const { props, busy, ...form } = usePictureReportForm({ where, onSent, onGone });
  const field = textFields(form);
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-12">
      <ReportedPicture picture={picture} onAnother={onAnother} />
      <form {...props} className="flex flex-col gap-6">
        <ReportReasonChoice
          chosen={form.draft.reason}
          error={form.errors.reason}
          onChoose={(reason) => form.set('reason', reason)}
        />
        {field('words', {
          label: 'In your words',
          required: form.draft.reason === 'other',
          limit: LIMITS.reportWords,
          rows: 4,
        })}
        {field('email', {
          label: 'Email',
          hint: 'For our answer only. The artist never sees it.',
          type: 'email',
          inputMode: 'email',
          autoComplete: 'email',
        })}
        <Button type="submit" size="lg" busy={busy} className="self-start">
          Report Photo
        </Button>
      </form>
    </div>
  );
}
