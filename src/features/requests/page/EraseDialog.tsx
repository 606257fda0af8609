import type { ReactNode } from 'react';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import type { RequestActions } from '../request-actions.ts';
import { useChange } from './use-change.ts';

interface Props {
  open: boolean;
  title: string;
  children: ReactNode;
  actions: RequestActions;
  onClose: () => void;
  onErased: () => void;
}

/** Asks before a request is erased, and erases it. */
export function EraseDialog({ open, title, children, actions, onClose, onErased }: Props) {
  const { busy, attempt } = useChange(actions);
  const erase = () =>
    attempt(async () => {
      await actions.erase();
      onErased();
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={title}
      confirmLabel="Erase"
      busy={busy}
      onConfirm={() => void erase()}
    >
      {children}
    </ConfirmDialog>
  );
}
