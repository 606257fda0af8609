import { useState } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { SmallButton } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { FormFoot } from '#ui/forms/FormFoot.tsx';
import { useTypedForm } from '#ui/forms/use-typed-form.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { LeadContact } from '../LeadFacts.tsx';
import type { RequestProps } from './request-props.ts';
import { contactSchema } from './tracked-request.ts';

/** Who asked, and the way to correct it. */
export function ContactForm(props: RequestProps) {
  const [editing, setEditing] = useState(false);
  return (
    <section aria-labelledby="contact" className="rounded-card bg-paper-2 p-5">
      <h2 id="contact" className="mb-3 font-display text-xl">
        Your contact
      </h2>
      {editing ? (
        <Editor {...props} onDone={() => setEditing(false)} />
      ) : (
        <div className="flex flex-col gap-4">
          <LeadContact lead={props.request} />
          <SmallButton className="self-start" onClick={() => setEditing(true)}>
            Edit
          </SmallButton>
        </div>
      )}
    </section>
  );
}

function Editor({ actions, request, onChange, onDone }: RequestProps & { onDone: () => void }) {
  /** Mails go to another address from now on: asked before. */
  const [asked, setAsked] = useState(false);
  const form = useTypedForm({
    begin: () => ({ name: request.name, email: request.email, phone: request.phone ?? '' }),
    schema: contactSchema,
    send: async (contact) => {
      if (contact.email !== request.email && !asked) return setAsked(true);
      setAsked(false);
      onChange(await actions.correctContact(contact));
      onDone();
      void toast.success('Your contact is corrected');
    },
    explain: whyRefused('Your contact wasn’t saved. Try again.'),
  });
  const field = textFields(form);
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {field('name', { label: 'Name', required: true, autoComplete: 'name' })}
      {field('email', { label: 'Email', required: true, type: 'email', autoComplete: 'email' })}
      {field('phone', { label: 'Phone', type: 'tel', autoComplete: 'tel' })}
      <FormFoot label="Save Contact" size="sm" busy={form.busy} onCancel={onDone} />
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Use another address?"
        confirmLabel="Use This Address"
        busy={form.busy}
        onConfirm={() => void form.props.onSubmit()}
      >{`Everything about this request goes to ${form.draft.email} from now on.`}</ConfirmDialog>
    </form>
  );
}
