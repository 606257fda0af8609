import { INCLUDED, type Included } from '#features/agreements/included.ts';
import { PRESET_KEYS, PRESETS } from '#features/agreements/payment-parts.ts';
import { dayFromNow } from '#lib/day.ts';
import { LIMITS } from '#lib/limits.ts';
import { textFields } from '#ui/forms/FormField.tsx';
import { FormFoot } from '#ui/forms/FormFoot.tsx';
import { CheckboxGroup } from '#ui/forms/toggles.tsx';
import type { Proposal, ProposalDraft } from './proposal.ts';
import { useProposalForm } from './use-proposal-form.ts';

const OPTIONS = (Object.entries(INCLUDED) as [Included, string][]).map(([value, label]) => ({
  value,
  label,
}));

const PARTS = PRESET_KEYS.map((value) => ({ value, label: PRESETS[value].label }));

interface Props {
  lead: string;
  current: Proposal | null;
  onSent: () => void;
  onClose: () => void;
}

/** Makes a proposal, or changes the one there is. */
export function ProposalForm({ lead, current, onSent, onClose }: Props) {
  const { props, draft, errors, busy, set, discard } = useProposalForm({ lead, current, onSent });
  const field = textFields<Exclude<keyof ProposalDraft, 'included'>>({
    draft,
    errors,
    set: (name, text) => set(name, text as never),
  });
  const today = dayFromNow(0);
  return (
    <form {...props} className="flex flex-col gap-5 rounded-card border border-line p-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {field('low', {
          label: 'Price in US dollars',
          required: true,
          inputMode: 'numeric',
          hint: 'Whole dollars, or the lower end of a range.',
        })}
        {field('high', { label: 'Up to', inputMode: 'numeric' })}
        {field('starts_on', { label: 'Earliest start', required: true, type: 'date', min: today })}
        {field('days', { label: 'Number of days', required: true, inputMode: 'numeric' })}
      </div>
      <CheckboxGroup
        legend="Included"
        name="included"
        options={OPTIONS}
        chosen={draft.included}
        onChosen={(chosen) => set('included', chosen)}
      />
      {field('preset', {
        label: 'Paid in parts',
        options: PARTS,
        placeholder: 'Not decided',
        className: 'sm:w-1/2',
      })}
      {field('message', {
        label: 'What it covers',
        limit: LIMITS.message,
        hint: 'Design, materials, what the client brings.',
      })}
      {field('valid_until', {
        label: 'Valid until',
        required: true,
        type: 'date',
        min: today,
        className: 'sm:w-1/2',
      })}
      <FormFoot
        label={current ? 'Send Changed Proposal' : 'Send Proposal'}
        busy={busy}
        onCancel={() => {
          discard();
          onClose();
        }}
      />
    </form>
  );
}
