import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';

interface AskProps {
  losses: readonly string[];
  onAnswer: (confirmed: boolean) => void;
}

function AskLogout({ losses, onAnswer }: AskProps) {
  const [open, setOpen] = useState(true);
  const answer = (confirmed: boolean) => {
    setOpen(false);
    onAnswer(confirmed);
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={() => answer(false)}
      title="Log out and erase?"
      cancelLabel="Stay"
      confirmLabel="Log Out and Erase"
      onConfirm={() => answer(true)}
    >
      <p>Logging out erases what’s only on this device:</p>
      <ul className="mt-3 list-disc pl-6">
        {losses.map((loss, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two conversations may be with people of one name
          <li key={place}>{loss}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

/** Asks before a logout that would erase these things; where there are none it need not ask. True to go on. */
export function askLogout(losses: readonly string[]): Promise<boolean> {
  if (losses.length === 0) return Promise.resolve(true);
  return new Promise((done) => {
    const host = document.createElement('div');
    document.body.append(host);
    const root = createRoot(host);
    const answer = (confirmed: boolean) => {
      done(confirmed);
      // After the dialog has given the focus back.
      setTimeout(() => {
        root.unmount();
        host.remove();
      });
    };
    root.render(<AskLogout losses={losses} onAnswer={answer} />);
  });
}
