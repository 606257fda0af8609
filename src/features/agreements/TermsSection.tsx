import { LANGUAGE } from '#config/language.ts';
import { whyRefused } from '#data/why-refused.ts';
import { pick } from '#lib/draft.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { useDraftForm } from '#ui/forms/use-draft-form.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { readTerms, saveTerms } from './agreement.api.ts';
import {
  storedTerms,
  TERMS_FIELDS,
  type TermsDraft,
  type TermsRow,
  termsDraft,
  termsSchema,
} from './agreement.ts';
import { ClausesField } from './ClausesField.tsx';
import { PRESET_OPTIONS } from './PartsField.tsx';
import { TAX_OPTIONS } from './sales-tax.ts';
import { TaxNote } from './TaxNote.tsx';
import { LABELS, TermsFields } from './TermsFields.tsx';
import { clausesIn } from './usual-clauses.ts';

const ALL_LABELS: Record<keyof TermsDraft, string> = {
  ...LABELS,
  tax: 'Sales tax',
  preset: 'Paid in parts',
  how_to_pay: 'How to pay you',
  clauses: 'Clauses',
};

const read = async () => storedTerms(await readTerms());

/** With the clauses of the template in the language of the page. */
const shown = (row: TermsRow): TermsDraft => ({
  ...termsDraft(row),
  clauses: clausesIn(LANGUAGE, row.clauses),
});

/** What an artist's agreements begin with. */
export function TermsSection() {
  const { data, failed, reload } = useLoad(read);
  return (
    <SettingsSection title="My Terms" text="Your proposals and agreements start with these.">
      {failed && !data && <LoadFailed text="Your terms didn’t load." onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-64" />}
      {data && <TermsForm stored={data} />}
    </SettingsSection>
  );
}

function TermsForm({ stored }: { stored: TermsRow }) {
  const edit = useDraftForm<TermsRow, TermsDraft, keyof TermsDraft>({
    begin: () => ({ stored, draft: shown(stored) }),
    show: shown,
    schema: termsSchema,
    fields: TERMS_FIELDS,
    // The whole row as it was read: what was never saved begins with it.
    write: async (typed, changed, before) =>
      storedTerms(await saveTerms(pick(termsSchema.parse(typed) as TermsRow, changed), before)),
    read,
    onSaved: () => void toast.success('Your terms are saved'),
    explain: whyRefused('Your terms weren’t saved. Try again.'),
  });
  const { props, draft, errors, set, busy, unsaved } = edit;
  const field = textFields<'tax' | 'preset' | 'how_to_pay'>({
    draft,
    errors,
    set: (name, text) => set(name, text as never),
  });
  return (
    <>
      <form {...props} className="flex flex-col gap-5">
        {field('tax', {
          label: ALL_LABELS.tax,
          required: true,
          className: 'sm:w-1/2',
          options: TAX_OPTIONS,
        })}
        <TaxNote />
        {field('preset', {
          label: ALL_LABELS.preset,
          required: true,
          className: 'sm:w-1/2',
          options: PRESET_OPTIONS,
        })}
        {field('how_to_pay', {
          label: ALL_LABELS.how_to_pay,
          limit: LIMITS.howToPay,
        })}
        <TermsFields draft={draft} errors={errors} set={set} />
        <ClausesField
          clauses={draft.clauses}
          error={errors.clauses}
          language={LANGUAGE}
          onClauses={(clauses) => set('clauses', clauses)}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={busy}>
            Save Terms
          </Button>
          <p role="status" className="text-ink-2 text-sm">
            {unsaved ? 'You have unsaved changes.' : ''}
          </p>
        </div>
      </form>
      <SavedElsewhere form={edit} label={(field) => ALL_LABELS[field]} />
    </>
  );
}
