import { toast } from './toast.ts';

interface Undo {
  /** A second sentence of the toast. */
  description?: string;
  /** Takes back what the toast is about. */
  undo: () => Promise<void>;
  /** What the toast of an undo that failed says. */
  failed: string;
}

/** Says that something is done, with a button that takes it back. */
export function toastWithUndo(text: string, { description, undo, failed }: Undo): void {
  const onClick = () =>
    void undo().catch((error) => {
      console.error(error);
      void toast.error(failed);
    });
  void toast.success(text, {
    ...(description && { description }),
    action: { label: 'Undo', onClick },
  });
}
