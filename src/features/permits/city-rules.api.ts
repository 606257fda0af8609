import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { ask } from '#data/rpc.ts';
import { dayFromNow } from '#lib/day.ts';
import { z } from '#lib/zod.ts';
import {
  byReach,
  type CityRule,
  cityRuleSchema,
  type RequestCityRules,
  type RuleFields,
  requestRulesSchema,
} from './city-rule.ts';

/** The id of a request of the caller's own or one they were given, or the secret of its link. */
export type RulesKey = { p_lead: string } | { p_token: string };

/** What applies to the wall of a request. Throws an AppError. */
export const readRequestRules = (key: RulesKey): Promise<RequestCityRules> =>
  ask(requestRulesSchema, 'request_rules', key);

/** All rules of a city. Throws an AppError. */
export async function readCityRules(citySlug: string): Promise<CityRule[]> {
  const client = await browserClient();
  const answer = await client.from('city_rules').select().eq('city_slug', citySlug);
  return parseAnswer(z.array(cityRuleSchema), unwrap(answer)).sort(byReach);
}

/** Adds a rule; gives the stored row. Throws an AppError. */
export async function addRule(citySlug: string, fields: RuleFields): Promise<CityRule> {
  const client = await browserClient();
  const row = { ...fields, city_slug: citySlug };
  return parseAnswer(
    cityRuleSchema,
    unwrap(await client.from('city_rules').insert(row).select().single()),
  );
}

/**
 * Saves what was changed in a rule and gives the stored row; `read` holds what the changed fields were when they were
 * read. Throws an AppError, `changed_elsewhere` when one of them is not that any more.
 */
export const saveRule = (
  id: string,
  changes: Partial<RuleFields>,
  read: Partial<RuleFields>,
): Promise<CityRule> =>
  ask(cityRuleSchema, 'save_city_rule', { p_rule: id, p_changes: changes, p_read: read });

/** A rule as it is now. Throws an AppError. */
export const readRule = (id: string): Promise<CityRule> => saveRule(id, {}, {});

/** Notes that the source of a rule was read today and still says so. Throws an AppError. */
export const markRuleChecked = ({ id, checked_on }: Pick<CityRule, 'id' | 'checked_on'>) =>
  saveRule(id, { checked_on: dayFromNow(0) }, { checked_on });

/** Removes a rule for good. Throws an AppError. */
export async function deleteRule(id: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.from('city_rules').delete().eq('id', id).select('id'));
}
