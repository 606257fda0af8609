import { Button, type ButtonSize } from '../Button.tsx';

interface Props {
  label: string;
  busy: boolean;
  size?: ButtonSize;
  /** Without it there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
}

/** The foot of a form within a page: what sends it, and the way out. */
export function FormFoot({ label, busy, size, onCancel }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" size={size} busy={busy}>
        {label}
      </Button>
      {onCancel && (
        <Button variant="ghost" size={size} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
