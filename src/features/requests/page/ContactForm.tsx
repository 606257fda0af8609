import { type ComponentProps, useState } from 'react';
import { serverViolation } from '#data/server-violation.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { LeadContact } from '../LeadFacts.tsx';
import type { RequestProps } from './request-props.ts';
import { CONTACT_FIELDS, type ContactDraft, contactSchema } from './tracked-request.ts';

const FAILED = 'Your contact wasn’t saved. Try again.';

/** Who asked, and the way to correct it. */
export function ContactForm(props: RequestProps) {
  const { request } = props;
  const [draft, setDraft] = useState<ContactDraft | null>(null);
  const { name, email, phone } = request;
  return (
    <section aria-labelledby="contact" className="rounded-card bg-paper-2 p-5">
      <h2 id="contact" className="mb-3 font-display text-xl">
        Your contact
      </h2>
      {draft ? (
        <Editor {...props} draft={draft} onDraft={setDraft} />
      ) : (
        <div className="flex flex-col gap-4">
          <LeadContact lead={request} />
          <SmallButton
            className="self-start"
            onClick={() => setDraft({ name, email, phone: phone ?? '' })}
          >
            Edit
          </SmallButton>
        </div>
      )}
    </section>
  );
}

interface EditorProps extends RequestProps {
  draft: ContactDraft;
  onDraft: (draft: ContactDraft | null) => void;
}

function Editor({ actions, request, onChange, draft, onDraft }: EditorProps) {
  /** Mails go to another address from now on: asked before. */
  const [asked, setAsked] = useState(false);
  const form = useSchemaForm({
    schema: contactSchema,
    fields: CONTACT_FIELDS,
    values: draft,
    send: async (contact) => {
      if (contact.email !== request.email && !asked) return setAsked(true);
      setAsked(false);
      onChange(await actions.correctContact(contact));
      onDraft(null);
      void toast.success('Your contact is corrected');
    },
    explain: (error) => serverViolation(error, CONTACT_FIELDS, FAILED),
  });
  const line = (field: keyof ContactDraft, label: string, input: ComponentProps<'input'>) => (
    <FormField
      {...input}
      label={label}
      required={field !== 'phone'}
      error={form.errors[field]}
      name={field}
      value={draft[field]}
      onText={(text) => onDraft({ ...draft, [field]: text })}
    />
  );
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {line('name', 'Name', { autoComplete: 'name' })}
      {line('email', 'Email', { type: 'email', autoComplete: 'email' })}
      {line('phone', 'Phone', { type: 'tel', autoComplete: 'tel' })}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={form.busy}>
          Save Contact
        </Button>
        <Button variant="ghost" size="sm" onClick={() => onDraft(null)}>
          Cancel
        </Button>
      </div>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Use another address?"
        confirmLabel="Use This Address"
        busy={form.busy}
        onConfirm={() => void form.props.onSubmit()}
      >{`Everything about this request goes to ${draft.email} from now on.`}</ConfirmDialog>
    </form>
  );
}
