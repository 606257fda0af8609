import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { requiredText } from '#lib/text.ts';
import { z } from '#lib/zod.ts';

export const leadNoteSchema = z.object({
  id: z.guid(),
  body: z.string(),
  /** Null once the account is gone. */
  author: z.string().nullable(),
  created_at: z.string(),
});
export type LeadNote = z.output<typeof leadNoteSchema>;

/** What an admin notes about requests; SQL holds the same rule (`add_request_notes`). */
export const noteFormSchema = z.object({
  note: requiredText(1, MESSAGES.note_required, LIMITS.leadNote, MESSAGES.note_too_long),
});
