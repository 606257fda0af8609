import { cx } from '../cx.ts';
import type { Pieces } from '../pieces.ts';

interface LabelledProps {
  label: string;
  className?: string;
  /** One control. */
  children: Pieces;
}

/** A control of a toolbar with its label: no hint, no error, and nothing about being optional. */
export function Labelled({ label, className, children }: LabelledProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={cx('flex flex-col gap-1', className)}>
      <span className="font-semibold text-ink-2 text-sm">{label}</span>
      {children}
    </label>
  );
}
