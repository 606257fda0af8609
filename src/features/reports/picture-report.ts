import { emailSchema } from '#lib/email.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { optionalText } from '#lib/text.ts';
import { cleaned } from '#lib/visible-text.ts';
import { z } from '#lib/zod.ts';

/** Why a picture should not be public; SQL has the same (`private.report_picture`). */
export const REPORT_REASONS = ['not_theirs', 'no_consent', 'offensive', 'other'] as const;
type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_LABELS: Record<ReportReason, string> = {
  not_theirs: 'Not the artist’s work',
  no_consent: 'Shows a person who didn’t agree',
  offensive: 'Offensive',
  other: 'Something else',
};

/** The reason that we give the artist, for the admin to change. */
export const REASONS_TOLD: Record<ReportReason, string> = {
  not_theirs: 'It does not show your own work.',
  no_consent: 'It shows a person who did not agree.',
  offensive: 'It is offensive.',
  other: '',
};

/** What the form takes, in its order. */
export const pictureReportSchema = z
  .object({
    reason: z.enum(REPORT_REASONS, MESSAGES.report_reason_required),
    words: optionalText(LIMITS.reportWords, MESSAGES.report_words_too_long),
    email: z
      .string()
      .overwrite(cleaned)
      .transform((text) => text || null)
      .pipe(emailSchema.nullable()),
  })
  .refine(({ reason, words }) => reason !== 'other' || words !== null, {
    path: ['words'],
    message: MESSAGES.report_words_required,
  });
export type PictureReport = z.output<typeof pictureReportSchema>;

/** What admins decide about a report. */
export const REPORT_DECISIONS = ['dismissed', 'taken_down'] as const;

export const adminPictureReportSchema = z.object({
  id: z.guid(),
  /** The upload's address. */
  picture: z.string(),
  /** The page that showed it, as a path. */
  page: z.string(),
  reason: z.enum(REPORT_REASONS),
  words: z.string().nullable(),
  /** Who wants an answer; nobody once it was given. */
  email: z.string().nullable(),
  created_at: z.string(),
  decision: z.enum(REPORT_DECISIONS).nullable(),
  decided_at: z.string().nullable(),
  artist: z.string().nullable(),
  mural: z.string().nullable(),
  /** A client shows it in a review. */
  by_client: z.boolean(),
  /** Whether the page still shows it. */
  shown: z.boolean(),
  /** How many other open reports are about it. */
  others: z.number().int(),
});
export type AdminPictureReport = z.output<typeof adminPictureReportSchema>;

/** 'La garza by Ana Ruiz', or whichever of the two there is. */
export function reportedWhere({ artist, mural }: Pick<AdminPictureReport, 'artist' | 'mural'>) {
  return [mural, artist].filter(Boolean).join(' by ') || 'A mural';
}
