import { Button } from '../Button.tsx';

interface Props {
  unsaved: boolean;
  busy: boolean;
  label: string;
  /** Without it there is nothing to go back to. */
  onCancel?: () => void;
}

/** The foot of a form that edits something stored: whether it is saved, and the way out. */
export function EditFoot({ unsaved, busy, label, onCancel }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <p role="status" className="mr-auto text-ink-2 text-sm">
        {unsaved ? 'You have unsaved changes.' : ''}
      </p>
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </div>
  );
}
