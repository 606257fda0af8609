import { cx } from '../cx.ts';

interface Props {
  pressed: boolean;
  onPress: () => void;
  children: string;
}

/** One of a few short answers, pressed or not. */
export function Chip({ pressed, onPress, children }: Props) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'min-h-11 max-w-full cursor-pointer truncate rounded-full border px-4 py-1.5 font-medium',
        pressed ? 'border-brand bg-brand text-brand-ink' : 'border-edge bg-paper hover:border-ink',
      )}
    >
      {children}
    </button>
  );
}
