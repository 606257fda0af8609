import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { type FieldView, FormField } from '#ui/forms/FormField.tsx';
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
  const { props, draft, errors, set, busy, unsaved } = edit;
  const field = (name: Exclude<keyof RuleFields, 'applies'>, view: Partial<FieldView> = {}) => (
    <FormField
      {...view}
      label={LABELS[name]}
      name={name}
      required
      error={errors[name]}
      value={draft[name]}
      onText={(text) => set(name, text)}
    />
  );
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
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="mr-auto text-ink-2 text-sm">
            {unsaved ? 'You have unsaved changes.' : ''}
          </p>
          <Button variant="secondary" onClick={edit.close}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {options.rule ? 'Save Rule' : 'Add Rule'}
          </Button>
        </div>
      </form>
      <SavedElsewhere form={edit} label={(name) => LABELS[name]} />
    </>
  );
}
