import { ask } from '#data/rpc.ts';
import { type RateFields, rateFieldsSchema } from './rates-form.ts';

/**
 * Saves what was changed in the rates of estimates and gives all of them; `read` holds what the changed ones were when
 * they were read. Throws an AppError, `changed_elsewhere` when one of them is not that any more.
 */
export async function saveRates(changes: RateFields, read: RateFields): Promise<RateFields> {
  return ask(rateFieldsSchema, 'save_estimate_rates', {
    p_changes: changes as never,
    p_read: read as never,
  });
}

/** The rates as they are now. Throws an AppError. */
export const readRates = (): Promise<RateFields> => saveRates({}, {});
