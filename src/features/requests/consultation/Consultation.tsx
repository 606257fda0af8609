import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { paths } from '#config/paths.ts';
import { $session, retrySession, startSession } from '#features/accounts/session.store.ts';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ShellProblem } from '#ui/skeletons.tsx';
import { ConsultationForm } from './ConsultationForm.tsx';

interface Props {
  artistId: string;
  artistName: string;
  open: boolean;
  onClose: () => void;
}

/** 'Book Consultation' of an artist page: a dialog for those signed in; a visitor who is not goes to /auth and back. */
function Consultation({ artistId, artistName, open, onClose }: Props) {
  const session = useStore($session);
  useEffect(() => void startSession(), []);
  useEffect(() => {
    // In the place of the dialog's entry of the history, which would be an empty one to come back to.
    if (open && session.status === 'out') location.replace(paths.authThen(location.pathname));
  }, [open, session.status]);

  return (
    <Dialog open={open} onClose={onClose} title={`Book a consultation with ${artistName}`}>
      {session.status === 'in' && (
        <ConsultationForm
          key={session.account.id}
          artistId={artistId}
          account={session.account}
          onSent={onClose}
        />
      )}
      {session.status === 'unreachable' && <ShellProblem onRetry={() => void retrySession()} />}
      {(session.status === 'loading' || session.status === 'out') && (
        <Spinner label="One moment…" />
      )}
    </Dialog>
  );
}

export default withBoundary(Consultation);
