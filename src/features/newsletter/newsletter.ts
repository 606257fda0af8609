import { LIMITS } from '#lib/limits.ts';
import { placeLabel } from '#lib/place.ts';
import { charLength, requiredLine } from '#lib/text.ts';
import { cleaned } from '#lib/visible-text.ts';
import { z } from '#lib/zod.ts';

/** An artist or a mural of an issue. */
export const newsletterItemSchema = z.object({
  id: z.guid(),
  name: z.string(),
  slug: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
});
export type NewsletterItem = z.output<typeof newsletterItemSchema>;

/** 'La garza (San Antonio, TX)' */
export function newsletterLine({ name, city, state }: NewsletterItem): string {
  const place = placeLabel(city, state);
  return place ? `${name} (${place})` : name;
}

export const nextIssueSchema = z.object({
  confirmed: z.number().int(),
  /** Addresses that have not confirmed yet. */
  waiting: z.number().int(),
  last: z
    .object({ subject: z.string(), sent_at: z.string(), recipients: z.number().int() })
    .nullable(),
  artists: z.array(newsletterItemSchema),
  murals: z.array(newsletterItemSchema),
});
export type NewsletterState = z.output<typeof nextIssueSchema>;

export const subscriberSchema = z.object({
  id: z.guid(),
  email: z.string(),
  /** When the address confirmed. */
  created_at: z.string(),
});
export type Subscriber = z.output<typeof subscriberSchema>;

/** What an admin types for an issue. */
export const issueSchema = z.object({
  subject: requiredLine(
    1,
    'Subject is required',
    LIMITS.newsletterSubject,
    `Subject must be at most ${LIMITS.newsletterSubject} characters`,
  ),
  intro: z
    .string()
    .overwrite(cleaned)
    .refine(
      (text) => charLength(text) <= LIMITS.newsletterIntro,
      `Introduction must be at most ${LIMITS.newsletterIntro} characters`,
    ),
});
export type IssueText = z.output<typeof issueSchema>;
