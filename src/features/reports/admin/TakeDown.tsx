import { whyRefused } from '#data/why-refused.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { ReasonDialog } from '#ui/admin-list/ReasonDialog.tsx';
import { type AdminPictureReport, REASONS_TOLD, reportedWhere } from '../picture-report.ts';
import { takePictureDown } from '../picture-reports.api.ts';

interface Props {
  report: AdminPictureReport | null;
  onClose: () => void;
  onDone: () => void;
}

/** Takes a reported picture off every page, with a reason for its artist. */
export function TakeDown({ report, onClose, onDone }: Props) {
  return (
    <ReasonDialog
      row={report}
      title="Take this photo down?"
      action="Take Down"
      suggestion={({ reason }) => REASONS_TOLD[reason]}
      send={({ id }, reason) => takePictureDown(id, reason)}
      done={ADMIN_TOASTS.pictureTakenDown}
      explain={whyRefused(ADMIN_TOASTS.takeDownFailed)}
      onClose={onClose}
      onHidden={onDone}
    >
      {(row) => (
        <span>
          It leaves every page, and its file is deleted: this cannot be undone.{' '}
          <span>
            {row.artist && !row.by_client
              ? `We’ll email ${row.artist} your reason.`
              : `It was on the page of ${reportedWhere(row)}.`}
          </span>
        </span>
      )}
    </ReasonDialog>
  );
}
