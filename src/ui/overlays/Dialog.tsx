import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../Button.tsx';
import { cx } from '../cx.ts';
import type { Pieces } from '../pieces.ts';
import { enter } from './overlays.ts';

interface DialogProps {
  open: boolean;
  /** Called on Escape, on Back, on a press beside the dialog and on the close button. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** At the foot: the button beside Cancel. */
  action?: Pieces;
  cancelLabel?: string;
  /** Other buttons at the foot. */
  footer?: ReactNode;
  className?: string;
}

/** A modal `<dialog>`: the browser traps the focus, makes the rest inert and gives the focus back. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, action, cancelLabel = 'Cancel', className } = props;
  const footer =
    props.footer ??
    (action !== undefined && (
      <>
        <Button variant="secondary" onClick={onClose}>
          {cancelLabel}
        </Button>
        {action}
      </>
    ));
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = useRef(onClose);
  close.current = onClose;
  // Once its content is there, so that the focus finds it; closed before the dialog itself may go.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    dialog.showModal();
    const exit = enter({ dialog, close: () => close.current() });
    return () => {
      dialog.close();
      exit();
    };
  }, [open]);
  const pressBeside = (event: MouseEvent) => {
    if (event.target === ref.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, by onCancel
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={pressBeside}
      className={cx(
        'm-auto max-h-[90dvh] w-[min(40rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-paper p-0 text-ink shadow-card backdrop:bg-black/60',
        className,
      )}
    >
      {open && (
        <div className="flex min-h-full flex-col gap-5 px-6 pb-6">
          <div className="sticky top-0 z-10 -mx-6 -mb-5 flex items-start justify-between gap-4 bg-paper px-6 pt-6 pb-4">
            <h2 id={titleId} className="min-w-0 font-display text-2xl wrap-anywhere">
              {title}
            </h2>
            <Button variant="ghost" size="sm" aria-label="Close" onClick={onClose}>
              <span aria-hidden="true">✕</span>
            </Button>
          </div>
          <div className="flex-1">{children}</div>
          {footer && (
            <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 bg-paper px-6 pt-3 pb-6">
              {footer}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, 'footer' | 'action' | 'className'> {
  confirmLabel: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Keeps the confirming button inert, for example until a word is typed. */
  blocked?: boolean;
}

/** Asks before something that hurts. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, onConfirm, busy, blocked, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      action={
        <Button variant="danger" busy={busy} disabled={blocked} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      }
    />
  );
}
