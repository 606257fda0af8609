import { ask } from '#data/rpc.ts';
import {
  type MatchingPreview,
  type MatchingSettings,
  matchingPreviewSchema,
  matchingSettingsSchema,
} from './matching.ts';

/** By what requests are offered, and what counts how much. Throws an AppError. */
export async function readMatching(signal?: AbortSignal): Promise<MatchingSettings> {
  return ask(matchingSettingsSchema, 'matching_settings', undefined, signal);
}

/** What these changes would have made of the last 100 requests. Throws an AppError. */
export async function previewMatching(
  changes: Partial<MatchingSettings>,
): Promise<MatchingPreview> {
  return ask(matchingPreviewSchema, 'preview_matching', { p_changes: changes });
}

/** Saves what was changed; gives what holds now. Throws an AppError, `changed_elsewhere` when it is not what was read. */
export async function saveMatching(
  changes: Partial<MatchingSettings>,
  read: Partial<MatchingSettings>,
): Promise<MatchingSettings> {
  return ask(matchingSettingsSchema, 'save_matching', { p_changes: changes, p_read: read });
}
