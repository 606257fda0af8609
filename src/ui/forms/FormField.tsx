import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { type Option, Select, TextArea, TextInput } from './inputs.tsx';
import { PasswordInput } from './PasswordInput.tsx';

/** How a field of a form is shown. */
export interface FieldView
  extends Omit<FieldProps, 'children' | 'error'>,
    Omit<ComponentProps<'input'>, 'children' | 'className' | 'required'> {
  /** Present: a menu, which begins with the placeholder where there is one. */
  options?: readonly Option[];
  /** Present: a text area with a counter. */
  limit?: number;
  rows?: number;
}

interface FormFieldProps extends FieldView {
  error?: string | null | undefined;
  value: string;
  onText: (text: string) => void;
}

export interface TextForm<Name extends string> {
  draft: Record<Name, string>;
  errors: Partial<Record<Name, string>>;
  set: (name: Name, text: string) => void;
}

/** The text fields of a form, each by its name. */
export const textFields =
  <Name extends string>({ draft, errors, set }: TextForm<Name>) =>
  (name: Name, view: FieldView) => (
    <FormField
      {...view}
      name={name}
      error={errors[name]}
      value={draft[name]}
      onText={(text) => set(name, text)}
    />
  );

/** A line of text, a password, a text area or a menu, with its label, hint and error. */
export function FormField(props: FormFieldProps) {
  const { label, error, hint, required, unmarked, className, ...rest } = props;
  const { options, limit, rows, onText, ...input } = rest;
  const field = { label, error, hint, required, unmarked, className };
  const { name, value, placeholder } = input;
  const Line = input.type === 'password' ? PasswordInput : TextInput;
  const onChange = (event: { target: { value: string } }) => onText(event.target.value);
  const shared = { name, value, placeholder, onChange };
  return (
    <Field {...field}>
      {options && <Select {...shared} options={options} />}
      {!options && limit !== undefined && <TextArea {...shared} limit={limit} rows={rows} />}
      {!options && !limit && <Line {...input} onChange={onChange} />}
    </Field>
  );
}
