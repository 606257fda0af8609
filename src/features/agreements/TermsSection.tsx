import { LANGUAGE } from '#config/language.ts';
import { serverViolation } from '#data/server-violation.ts';
import { pick } from '#lib/draft.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
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
import type { Preset } from './payment-parts.ts';
import { TAX_OPTIONS, type Tax } from './sales-tax.ts';
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
      {failed && !data && <LoadFailed text="Your terms could not be loaded." onRetry={reload} />}
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
    explain: (error) =>
      serverViolation(error, TERMS_FIELDS, 'Your terms could not be saved. Try again.'),
  });
  const { props, draft, errors, set, busy, unsaved } = edit;
  return (
    <>
      <form {...props} className="flex flex-col gap-5">
        <FormField
          label={ALL_LABELS.tax}
          name="tax"
          required
          className="sm:w-1/2"
          hint="Stands beside the price in each new proposal."
          options={TAX_OPTIONS}
          error={errors.tax}
          value={draft.tax}
          onText={(text) => set('tax', text as Tax)}
        />
        <TaxNote />
        <FormField
          label={ALL_LABELS.preset}
          name="preset"
          required
          className="sm:w-1/2"
          options={PRESET_OPTIONS}
          error={errors.preset}
          value={draft.preset}
          onText={(text) => set('preset', text as Preset)}
        />
        <FormField
          label={ALL_LABELS.how_to_pay}
          name="how_to_pay"
          hint="Part of each new agreement."
          limit={LIMITS.howToPay}
          error={errors.how_to_pay}
          value={draft.how_to_pay}
          onText={(text) => set('how_to_pay', text)}
        />
        <TermsFields draft={draft} errors={errors} onText={set} />
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
