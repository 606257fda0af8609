import { EditFoot } from '#ui/forms/EditFoot.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import type { RateFields } from '../rates-form.ts';
import { CostsPreview } from './CostsPreview.tsx';
import { rateGroups, rateLabel } from './rate-groups.ts';
import { SpanRow } from './SpanRow.tsx';
import { useCostsForm } from './use-costs-form.ts';

const SOURCES_LIMIT = 6000;

/** The rates of estimates, with what they make of a wall while an admin types. */
export function CostsForm({ read }: { read: RateFields }) {
  const edit = useCostsForm(read);
  const { props, draft, errors, set, busy, unsaved, names, schema } = edit;
  const field = (name: string) => ({
    label: rateLabel(name),
    name,
    required: true,
    error: errors[name],
    value: draft[name] ?? '',
    onText: (text: string) => set(name, text),
  });
  return (
    <>
      <form {...props} className="mt-5 space-y-8">
        {rateGroups(names).map(({ title, hint, rows }) => (
          <fieldset key={title} className="min-w-0 space-y-2">
            <legend className="font-semibold">{title}</legend>
            <p className="text-ink-2 text-sm">{hint}</p>
            {rows.map((row) => (
              <SpanRow
                key={row.field}
                {...row}
                value={draft[row.field] ?? ''}
                error={errors[row.field]}
                onText={(text) => set(row.field, text)}
              />
            ))}
          </fieldset>
        ))}
        <div className="grid gap-5 sm:grid-cols-3">
          <FormField {...field('lift_above')} inputMode="numeric" />
          <FormField {...field('lift_covers')} inputMode="numeric" />
          <FormField {...field('checked_on')} type="date" />
        </div>
        <FormField
          {...field('sources')}
          limit={SOURCES_LIMIT}
          rows={8}
          hint="One a line: name | address | what it says. They show on the page about costs."
        />
        <CostsPreview parsed={schema.safeParse(draft).data} />
        <EditFoot unsaved={unsaved} busy={busy} label={'Save Costs'} />
      </form>
      <SavedElsewhere form={edit} label={rateLabel} />
    </>
  );
}
