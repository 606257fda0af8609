import { toAppError } from '#data/app-error.ts';
import { serverViolation } from '#data/server-violation.ts';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';
import { PICTURE_REPORT_FIELDS, pictureReportSchema, type ReportField } from './picture-report.ts';
import { reportPicture } from './picture-reports.api.ts';

const FAILED = 'That wasn’t reported. Try again.';
const EMPTY: Record<ReportField, string> = { reason: '', words: '', email: '' };

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
    fields: PICTURE_REPORT_FIELDS,
    send: async (report, { key }) => {
      await reportPicture(key, where, report);
      onSent();
    },
    explain: (error) => {
      if (toAppError(error).code === 'picture_gone') onGone();
      return serverViolation(error, PICTURE_REPORT_FIELDS, FAILED);
    },
  });
  useUnsavedWarning(form.draft.words !== '');
  return form;
}
