import { toAppError } from '#data/app-error.ts';
import { whyRefused } from '#data/why-refused.ts';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';
import { pictureReportSchema } from './picture-report.ts';
import { reportPicture } from './picture-reports.api.ts';

const EMPTY = { reason: '', words: '', email: '' };

interface Options {
  /** The page, and the upload's address of the picture on it. */
  where: { page: string; picture: string };
  onSent: () => void;
  onGone: () => void;
}

/** The report of one picture. Pressing again after a lost answer repeats the same call. */
export function usePictureReportForm({ where, onSent, onGone }: Options) {
  const form = useTypedForm({
    begin: () => EMPTY,
    schema: pictureReportSchema,
    send: async (report, { key }) => {
      await reportPicture(key, where, report);
      onSent();
    },
    explain: (error, fields) => {
      if (toAppError(error).code === 'picture_gone') onGone();
      return whyRefused('That wasn’t reported. Try again.')(error, fields);
    },
  });
  useUnsavedWarning(form.draft.words !== '');
  return form;
}
