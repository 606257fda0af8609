import { useMemo } from 'react';
import { serverViolation } from '#data/server-violation.ts';
import { pick } from '#lib/draft.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { useDraftForm } from '#ui/forms/use-draft-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { readRates, saveRates } from '../estimate-rates.api.ts';
import {
  type RateFields,
  type RatesDraft,
  rateFieldNames,
  ratesDraft,
  ratesFormSchema,
} from '../rates-form.ts';

/** State and saving of the rates of estimates. A city that is added meanwhile comes with the next opening. */
export function useCostsForm(read: RateFields) {
  const names = useMemo(() => rateFieldNames(read), [read]);
  const schema = useMemo(() => ratesFormSchema(names), [names]);
  const edit = useDraftForm<RateFields, RatesDraft, string>({
    begin: () => ({ stored: read, draft: ratesDraft(read) }),
    show: ratesDraft,
    schema,
    fields: names,
    write: async (typed, changed, stored) => {
      const next = schema.parse(typed) as RateFields;
      return pick(await saveRates(pick(next, changed), pick(stored, changed)), names);
    },
    read: async () => pick(await readRates(), names),
    onSaved: () => void toast.success(ADMIN_TOASTS.costsSaved),
    explain: (error) => serverViolation(error, names, ADMIN_TOASTS.saveCostsFailed),
  });
  return { ...edit, names, schema };
}
