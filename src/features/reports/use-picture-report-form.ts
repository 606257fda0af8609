import { toAppError } from '#data/app-error.ts';
import { serverViolation } from '#data/server-violation.ts';
import { useKeyedDraft } from '#ui/forms/use-keyed-draft.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';
import { PICTURE_REPORT_FIELDS, pictureReportSchema, type ReportField } from './picture-report.ts';
import { reportPicture } from './picture-reports.api.ts';

const FAILED = 'That could not be reported. Try again.';
const EMPTY: Record<ReportField, string> = { reason: '', words: '', email: '' };

interface Options {
  /** The page, and the upload's address of the picture on it. */
  where: { page: string; picture: string };
  onSent: () => void;
  onGone: () => void;
}

/** The report of one picture. Pressing again after a lost answer repeats the same call. */
export function usePictureReportForm({ where, onSent, onGone }: Options) {
  const { draft, key, ...typed } = useKeyedDraft(() => EMPTY);
  useUnsavedWarning(draft.words !== '');
  const { props, errors, busy, clear } = useSchemaForm({
    schema: pictureReportSchema,
    fields: PICTURE_REPORT_FIELDS,
    values: draft,
    send: async (report) => {
      await reportPicture(key, where, report);
      onSent();
    },
    explain: (error) => {
      if (toAppError(error).code === 'picture_gone') onGone();
      return serverViolation(error, PICTURE_REPORT_FIELDS, FAILED);
    },
  });
  const set = (field: ReportField, value: string) => {
    typed.set(field, value);
    if (errors[field]) clear(field);
  };
  return { props, errors, busy, draft, set };
}
