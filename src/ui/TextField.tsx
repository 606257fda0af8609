import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { TextInput } from './inputs.tsx';

interface TextFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<ComponentProps<'input'>, 'children' | 'required' | 'onChange'> {
  onText: (text: string) => void;
}

/** One line of text with its label, hint and error. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, required, className, onText, ...input } = props;
  const field = { label, error, hint, required, className };
  return (
    <Field {...field}>
      <TextInput {...input} onChange={(event) => onText(event.target.value)} />
    </Field>
  );
}
