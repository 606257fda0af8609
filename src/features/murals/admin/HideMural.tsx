import { whyRefused } from '#data/why-refused.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { ReasonDialog } from '#ui/admin-list/ReasonDialog.tsx';
import type { AdminMural } from './admin-mural.ts';
import { hideMural } from './hide-mural.api.ts';

interface Props {
  mural: AdminMural | null;
  onClose: () => void;
  onHidden: () => void;
}

/** Takes a mural off the pages, with a reason for its artist. */
export function HideMural({ mural, onClose, onHidden }: Props) {
  return (
    <ReasonDialog
      row={mural}
      title="Hide this mural?"
      action="Hide Mural"
      send={({ id }, reason) => hideMural(id, reason)}
      done={ADMIN_TOASTS.muralHidden}
      explain={whyRefused(ADMIN_TOASTS.hideMuralFailed)}
      onClose={onClose}
      onHidden={onHidden}
    >
      {({ title, artist }) => (
        <span>
          “<span>{title}</span>” leaves every page.{' '}
          <span>{artist ? `We’ll email ${artist} your reason.` : ''}</span>
        </span>
      )}
    </ReasonDialog>
  );
}
