import { Button } from '../Button.tsx';

interface Props {
  /** Only of what edits something stored. */
  unsaved?: boolean;
  busy: boolean;
  label: string;
  /** It does something that hurts. */
  danger?: boolean;
  onCancel: () => void;
}

/** The foot of a form in a dialog: whether what it edits is saved, and the way out. */
export function EditFoot({ unsaved, busy, label, danger, onCancel }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      {unsaved !== undefined && (
        <p role="status" className="mr-auto text-ink-2 text-sm">
          {unsaved ? 'You have unsaved changes.' : ''}
        </p>
      )}
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
        {label}
      </Button>
    </div>
  );
}
