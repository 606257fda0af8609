import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { type FieldView, FormField } from '#ui/forms/FormField.tsx';
import type { ConsultationField } from '../consultation.ts';
import { useConsultation } from './use-consultation.ts';

interface Props {
  artistId: string;
  account: { name: string; email: string; phone: string };
  onSent: () => void;
}

/** A short request for a call. It becomes a lead for that one artist. */
export function ConsultationForm(options: Props) {
  const { props, draft, errors, set, busy, extra } = useConsultation(options);
  const field = (name: ConsultationField, view: FieldView) => (
    <FormField
      {...view}
      name={name}
      error={errors[name]}
      value={draft[name]}
      onText={(text) => set(name, text)}
    />
  );
  return (
    <form {...props} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {field('name', { label: 'Name', required: true, autoComplete: 'name' })}
        {field('email', { label: 'Email', required: true, type: 'email', autoComplete: 'email' })}
        {field('phone', { label: 'Phone', type: 'tel', autoComplete: 'tel' })}
        {field('preferred_time', { label: 'Preferred time', placeholder: 'Weekdays after 5 pm' })}
      </div>
      {field('message', {
        label: 'Message',
        required: true,
        limit: LIMITS.projectMax,
        placeholder: 'What would you like to talk about?',
      })}
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        {extra && 'Your request has been sent. Send again to add what you’ve typed since.'}
      </p>
      <Button type="submit" busy={busy} className="self-end">
        Send Request
      </Button>
    </form>
  );
}
