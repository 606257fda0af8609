import type { ComponentProps } from 'react';
import { grouped } from '#lib/format.ts';
import { cx } from '../cx.ts';
import { Input, Menu, Textarea } from './controls.tsx';
import { useFieldControl } from './Field.tsx';

/** The look that text inputs, text areas and selects share (src/styles/components.css). */
const CONTROL_CLASS = 'control';

/** A one-line text control; takes its id and ARIA attributes from the Field around it. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <Input type="text" {...useFieldControl()} {...rest} className={cx(CONTROL_CLASS, className)} />
  );
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  /** Shows a counter; the text is not cut, so that a long paste is refused with a sentence and not silently shortened. */
  limit?: number;
}

/** A text area that grows with its text and, given a limit, counts characters as the rules do. */
export function TextArea({ limit, className, rows = 4, ...rest }: TextAreaProps) {
  const length = typeof rest.value === 'string' ? [...rest.value].length : 0;
  return (
    <>
      <Textarea
        rows={rows}
        {...useFieldControl()}
        {...rest}
        className={cx(CONTROL_CLASS, 'field-sizing-content min-h-28 max-h-96', className)}
      />
      {limit !== undefined && (
        <span
          className={cx(
            'self-end text-sm tabular-nums',
            length > limit ? 'font-semibold text-danger' : 'text-ink-2',
          )}
          role={length > limit * 0.9 ? 'status' : undefined}
        >
          <span>{grouped(length)}</span> / <span>{grouped(limit)}</span>
          <span className="sr-only"> characters</span>
        </span>
      )}
    </>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly Option[];
  /** Text of the empty first choice; none is shown when left out. */
  placeholder?: string;
}

/** The platform's own select: right on phones, by keyboard and in screen readers without any help. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <Menu {...useFieldControl()} {...rest} className={cx(CONTROL_CLASS, className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Menu>
  );
}
