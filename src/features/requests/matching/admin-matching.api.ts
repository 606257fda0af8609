import { ask } from '#data/rpc.ts';
import { type MatchingRule, matchingSettingsSchema } from './matching.ts';

/** By what requests are offered. Throws an AppError. */
export async function readMatching(signal?: AbortSignal): Promise<MatchingRule> {
  return (await ask(matchingSettingsSchema, 'matching_settings', undefined, signal)).rule;
}

/** Saves the rule; gives the one that holds now. Throws an AppError. */
export async function saveMatching(rule: MatchingRule): Promise<MatchingRule> {
  return (await ask(matchingSettingsSchema, 'save_matching', { p_rule: rule })).rule;
}
