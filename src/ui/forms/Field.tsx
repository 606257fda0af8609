import { createContext, type ReactNode, use, useId } from 'react';
import { cx } from '../cx.ts';
import type { Pieces } from '../pieces.ts';

interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** The id and ARIA attributes of the surrounding Field; empty outside one. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {};
}

export interface FieldProps {
  label: string;
  /** The sentence of a broken rule; announced, and tied to the control. */
  error?: string | null | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** Says nothing about whether it is needed: what is around it does. */
  unmarked?: boolean;
  className?: string;
  /** One control: TextInput, TextArea, Select or anything that spreads `useFieldControl()`. */
  children: Pieces;
}

/** A label, one control, its hint and its error. "Optional" stands outside the label, which stays the control's name. */
export function Field(props: FieldProps) {
  const { label, error, hint, required, unmarked, className, children } = props;
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const control: FieldControl = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold text-ink">
          {label}
        </label>
        {!required && !unmarked && <span className="text-ink-2 text-sm">Optional</span>}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {hint && (
        <div id={`${id}-hint`} className="text-ink-2 text-sm">
          {hint}
        </div>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The sentence of a broken rule, below what it is about. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex gap-1.5 font-medium text-danger text-sm">
      <span aria-hidden="true">▲</span>
      <span>{children}</span>
    </p>
  );
}
