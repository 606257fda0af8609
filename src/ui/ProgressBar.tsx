import { cx } from './cx.ts';

interface BarProps {
  /** 0 to 1; left out while the length is unknown. */
  value: number | undefined;
  /** For screen readers. */
  label: string;
  className?: string;
}

/** How far something is. */
export function ProgressBar({ value, label, className = 'h-2' }: BarProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      value={value}
      className={cx(
        'w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf',
        className,
      )}
    />
  );
}
