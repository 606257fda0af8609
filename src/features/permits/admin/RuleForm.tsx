import { LIMITS } from '#lib/limits.ts';
import { EditFoot } from '#ui/forms/EditFoot.tsx';
import { type FieldView, textFields } from '#ui/forms/FormField.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { CheckboxGroup } from '#ui/forms/toggles.tsx';
import { CONDITION_LABELS, type RuleFields, WALL_CONDITIONS } from '../city-rule.ts';
import { useRuleForm } from './use-rule-form.ts';

const LABELS: Record<keyof RuleFields, string> = {
  title: 'Title',
  body: 'What it means',
  source_name: 'Source',
  source_url: 'Address of the source',
  checked_on: 'Checked on',
  applies: 'Applies to',
};
const CONDITIONS = WALL_CONDITIONS.map((value) => ({ value, label: CONDITION_LABELS[value] }));

/** Adds a rule of a city or changes one. */
export function RuleForm(options: Parameters<typeof useRuleForm>[0]) {
  const edit = useRuleForm(options);
  const { props, draft, set, busy, unsaved } = edit;
  const text = textFields<Exclude<keyof RuleFields, 'applies'>>(edit);
  const field = (name: Parameters<typeof text>[0], view: Partial<FieldView> = {}) =>
    text(name, { ...view, label: LABELS[name], required: true });
  return (
    <>
      <form {...props} className="space-y-5">
        {field('title')}
        {field('body', { limit: LIMITS.ruleText, rows: 5 })}
        <CheckboxGroup
          legend={LABELS.applies}
          name="applies"
          options={CONDITIONS}
          chosen={draft.applies}
          onChosen={(applies) => set('applies', applies)}
        />
        {field('source_name')}
        {field('source_url', { type: 'url', inputMode: 'url', placeholder: 'https://' })}
        {field('checked_on', { type: 'date' })}
        <EditFoot
          unsaved={unsaved}
          busy={busy}
          label={options.rule ? 'Save Rule' : 'Add Rule'}
          onCancel={edit.close}
        />
      </form>
      <SavedElsewhere form={edit} label={(name) => LABELS[name]} />
    </>
  );
}
