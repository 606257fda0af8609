import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import {
  type MatchingPreview,
  type MatchingSettings,
  matchingPreviewSchema,
  matchingSettingsSchema,
} from './matching.ts';

/** By what requests are offered, and what counts how much. Throws an AppError. */
export async function readMatching(signal?: AbortSignal): Promise<MatchingSettings> {
  const call = (await browserClient()).rpc('matching_settings');
  return parseAnswer(
    matchingSettingsSchema,
    unwrap(await (signal ? call.abortSignal(signal) : call)),
  );
}

/** What these changes would have made of the last 100 requests. Throws an AppError. */
export async function previewMatching(
  changes: Partial<MatchingSettings>,
): Promise<MatchingPreview> {
  const client = await browserClient();
  const answer = await client.rpc('preview_matching', { p_changes: changes });
  return parseAnswer(matchingPreviewSchema, unwrap(answer));
}

/** Saves what was changed; gives what holds now. Throws an AppError, `changed_elsewhere` when it is not what was read. */
export async function saveMatching(
  changes: Partial<MatchingSettings>,
  read: Partial<MatchingSettings>,
): Promise<MatchingSettings> {
  const client = await browserClient();
  const answer = await client.rpc('save_matching', { p_changes: changes, p_read: read });
  return parseAnswer(matchingSettingsSchema, unwrap(answer));
}
