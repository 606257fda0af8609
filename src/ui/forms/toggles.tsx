import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Input } from './controls.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  /** The label is read, not shown: for boxes beside something that already says it. */
  hideLabel?: boolean;
}

/** A checkbox with its label; the whole line is the target. */
export function Checkbox({ label, hideLabel, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx('inline-flex min-h-6 cursor-pointer items-center gap-2.5', className)}>
      <Input
        type="checkbox"
        {...rest}
        className="relative z-1 size-5 shrink-0 cursor-pointer accent-brand"
      />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </label>
  );
}

interface CheckboxGroupProps<Value extends string> {
  legend: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChosen: (chosen: Value[]) => void;
}

/** Boxes of which any number may be chosen; what is chosen last comes last. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { legend, name, options, chosen, onChosen } = props;
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            name={name}
            label={label}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChosen(
                target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** While true the switch keeps focus and ignores presses. */
  busy?: boolean;
  hideLabel?: boolean;
}

/** An on/off switch that takes effect at once. */
export function Switch({ label, checked, onChange, busy, hideLabel }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-disabled={busy || undefined}
      aria-label={hideLabel ? label : undefined}
      onClick={() => !busy && onChange(!checked)}
      className="group inline-flex min-h-6 cursor-pointer items-center gap-2.5 text-left aria-disabled:cursor-wait"
    >
      <span
        aria-hidden="true"
        className="relative h-6 w-11 shrink-0 rounded-full border border-ink-2 bg-line transition-colors group-aria-checked:border-leaf group-aria-checked:bg-leaf group-aria-disabled:opacity-60 motion-reduce:transition-none"
      >
        <span className="absolute top-0.5 left-0.5 size-4.5 rounded-full bg-paper shadow transition-transform group-aria-checked:translate-x-5 motion-reduce:transition-none forced-colors:bg-[ButtonText]" />
      </span>
      {!hideLabel && <span>{label}</span>}
    </button>
  );
}
