import type { ComponentProps } from 'react';
import type { ConsultationDraft, ConsultationField } from '#domain/consultation.ts';
import { LIMITS } from '#domain/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/inputs.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useConsultation } from './use-consultation.ts';

interface Props {
  artistId: string;
  account: { name: string; email: string; phone: string };
  kept: { current: ConsultationDraft | null };
  onSent: () => void;
}

/** A short request for a call. It becomes a lead for that one artist. */
export function ConsultationForm(options: Props) {
  const { props, draft, errors, set, busy, extra } = useConsultation(options);
  const line = (
    field: ConsultationField,
    label: string,
    input: ComponentProps<'input'>,
    required = false,
  ) => (
    <TextField
      {...input}
      label={label}
      required={required}
      error={errors[field]}
      name={field}
      value={draft[field]}
      onText={(text) => set(field, text)}
    />
  );
  return (
    <form {...props} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {line('name', 'Name', { autoComplete: 'name' }, true)}
        {line('email', 'Email', { type: 'email', autoComplete: 'email' }, true)}
        {line('phone', 'Phone', { type: 'tel', autoComplete: 'tel' })}
        {line('preferred_time', 'Preferred time', { placeholder: 'Weekdays after 5 pm' })}
      </div>
      <Field label="Message" required error={errors.message}>
        <TextArea
          name="message"
          limit={LIMITS.projectMax}
          value={draft.message}
          placeholder="What would you like to talk about?"
          onChange={(event) => set('message', event.target.value)}
        />
      </Field>
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        {extra &&
          'Your request has been sent as it was. Send again for what you have typed since, or close this.'}
      </p>
      <Button type="submit" busy={busy} className="self-end">
        Send Request
      </Button>
    </form>
  );
}
