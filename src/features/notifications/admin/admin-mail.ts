import { z } from '#lib/zod.ts';

export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail as admins see it: whom it goes to and what became of it, not what it says. */
export const adminMailSchema = z.object({
  id: z.number().int(),
  kind: z.string(),
  /** Nobody, once the account is gone. */
  to: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  attempts: z.number().int(),
  next_attempt_at: z.string().nullable(),
  /** What the server said last. */
  answer: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});
export type AdminMail = z.output<typeof adminMailSchema>;
export const mailCountsSchema = z.record(z.enum(MAIL_STATES), z.number().int());
export type MailCounts = z.output<typeof mailCountsSchema>;
