import { MESSAGES } from './errors.ts';
import { LIMITS } from './limits.ts';
import { requiredText } from './text.ts';
import { z } from './zod.ts';

/** Why an artist says no, as the client reads it. */
export const DECLINE_REASONS = [
  'Fully booked',
  'Too far away',
  'Not my kind of work',
  'Budget is too small',
] as const;

/** What is said to a client; SQL holds the same rules (`private.decline_lead`). */
export const declineSchema = z.object({
  reason: requiredText(1, MESSAGES.reason_required, LIMITS.reason, MESSAGES.reason_too_long),
});
