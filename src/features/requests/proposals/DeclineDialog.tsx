import { useState } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { LIMITS } from '#lib/limits.ts';
import { wordFor } from '#lib/options.ts';
import { reasonSchema } from '#lib/reason.ts';
import { EditFoot } from '#ui/forms/EditFoot.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { RadioCard } from '#ui/forms/RadioCard.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { DECLINE_REASONS } from './decline.ts';
import { declineLead } from './proposals.api.ts';

interface Props {
  lead: string;
  open: boolean;
  onClose: () => void;
  onChanged: () => void;
}

const OTHER = 'Other';

/** Says no to a lead, with one of a few reasons or an own one. */
export function DeclineDialog({ lead, open, onClose, onChanged }: Props) {
  const [choice, setChoice] = useState('');
  const [own, setOwn] = useState('');
  const { props, errors, busy, clear } = useSchemaForm({
    schema: reasonSchema,
    values: { reason: choice === OTHER ? own : choice },
    send: async ({ reason }) => {
      await declineLead(lead, reason);
      void toast.success('You have declined the request');
      onClose();
      onChanged();
    },
    explain: (error, fields) => {
      onChanged();
      return whyRefused('That wasn’t saved. Try again.')(error, fields);
    },
  });
  const choose = (value: string) => {
    clear();
    setChoice(value);
  };
  return (
    <Dialog open={open} onClose={onClose} title="Decline this request?">
      <form {...props} className="flex flex-col gap-5">
        <p>The client sees your reason, and which other artists fit.</p>
        <fieldset
          aria-describedby={errors.reason && choice !== OTHER ? 'decline-error' : undefined}
          className="flex flex-col gap-2"
        >
          <legend className="mb-1.5 font-semibold">Why?</legend>
          {[...DECLINE_REASONS, OTHER].map((value) => (
            <RadioCard
              key={value}
              name="choice"
              value={value}
              checked={choice === value}
              onChange={() => choose(value)}
              className="border-edge"
            >
              <span>{wordFor(value)}</span>
            </RadioCard>
          ))}
          {errors.reason && choice !== OTHER && (
            <FieldError id="decline-error">{errors.reason}</FieldError>
          )}
        </fieldset>
        {choice === OTHER && (
          <FormField
            label="Your reason"
            required
            name="reason"
            limit={LIMITS.reason}
            error={errors.reason}
            value={own}
            onText={(text) => {
              clear();
              setOwn(text);
            }}
          />
        )}
        <EditFoot danger label="Decline Request" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
