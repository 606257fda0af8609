import { MESSAGES } from './errors.ts';
import { LIMITS } from './limits.ts';
import { requiredText } from './text.ts';
import { z } from './zod.ts';

/**
 * Why an artist or an admin says no, for the person it concerns; SQL holds the same rules (`decline_lead`,
 * `hide_review`).
 */
export const reasonSchema = z.object({
  reason: requiredText(1, MESSAGES.reason_required, LIMITS.reason, MESSAGES.reason_too_long),
});
