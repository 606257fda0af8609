import { type Role, wordFor } from '#lib/options.ts';
import { z } from '#lib/zod.ts';

/** What a notice is about, as `my_notices` and the mail of a day have it: never who asks. */
export const noticeSchema = z.object({
  id: z.guid(),
  kind: z.string(),
  lead_id: z.guid().nullable(),
  created_at: z.string(),
  read: z.boolean(),
  city: z.string().nullish(),
  /** A call and not a quote. */
  call: z.boolean().nullish(),
  style: z.string().nullish(),
  artist: z.string().nullish(),
});
export type Notice = z.output<typeof noticeSchema>;

/** What the product asks every few seconds: the same answer as before means that nothing came. */
export const newsSchema = z.object({ unread: z.number(), newest: z.string().nullable() });
export type News = z.output<typeof newsSchema>;

const from = ({ city }: Notice) => (city ? ` from ${city}` : '');
const somebody = ({ artist }: Notice) => artist ?? 'An artist';
const an = ({ artist }: Notice) => artist ?? 'an artist';

/** Every kind that shows itself in the product (`private.mail_kinds`), by whose dashboard it leads to. */
const TITLES: Record<Role, Record<string, (notice: Notice) => string>> = {
  artist: {
    lead_received: (notice) =>
      notice.call
        ? `A client${from(notice)} wants to talk to you`
        : notice.style && notice.style !== 'other'
          ? `New ${wordFor(notice.style).toLowerCase()} mural request${from(notice)}`
          : `New request${from(notice)}`,
    lead_waiting: (notice) => `A request${from(notice)} is waiting for your answer`,
    request_line_added: (notice) => `A request${from(notice)} has new details`,
    request_withdrawn: (notice) => `A request${from(notice)} was withdrawn`,
    lead_message: (notice) => `New message about a request${from(notice)}`,
    lead_accepted: (notice) => `Your proposal for a request${from(notice)} was accepted`,
    lead_passed: (notice) => `The client${from(notice)} chose another artist`,
    lead_called_off: (notice) => `The client${from(notice)} called off the job`,
    lead_asked_again: (notice) => `The client${from(notice)} asks you again`,
    lead_proposal_declined: (notice) => `Your proposal for a request${from(notice)} was declined`,
    lead_expired: (notice) => `You missed a request${from(notice)}`,
    lead_completed: (notice) => `The client${from(notice)} says the wall is painted`,
    lead_agreed: (notice) => `The client${from(notice)} confirmed the wall is painted`,
    lead_disputed: (notice) => `The client${from(notice)} says the wall isn’t painted yet`,
    lead_reviewed: (notice) => `The client${from(notice)} reviewed your work`,
    lead_review_hidden: (notice) => `A review of your mural${from(notice)} was hidden`,
    lead_sketch_round: (notice) => `The client${from(notice)} agreed to a further round of changes`,
    lead_sketch_changes: (notice) => `The client${from(notice)} asks for changes to your sketch`,
    lead_sketch_approved: (notice) => `The client${from(notice)} approved your sketch`,
    lead_sketch_reopened: (notice) =>
      `The client${from(notice)} asks to reopen the approved sketch`,
    lead_wants_agreement: (notice) => `The client${from(notice)} asks you for an agreement`,
    lead_agreement_change: (notice) => `The client${from(notice)} asks you to change the agreement`,
    lead_agreement_signed: (notice) => `The client${from(notice)} signed your agreement`,
    lead_agreement_in_force: (notice) =>
      `Your agreement with the client${from(notice)} is in force`,
    lead_agreement_ended: (notice) => `The client${from(notice)} ended the agreement`,
    lead_payment_reported: (notice) => `The client${from(notice)} reports a payment`,
    lead_payment_disputed: (notice) => `The client${from(notice)} disputes a payment`,
    lead_copy_kept: () => 'You keep your copy of a job whose client is gone',
    claim_accepted: (notice) => `The page of ${an(notice)} is yours now`,
    claim_refused: (notice) => `Your claim of the page of ${an(notice)} was declined`,
    paper_checked: () => 'Your insurance is checked',
    paper_refused: () => 'Your certificate of insurance was declined',
    paper_ending: () => 'Your insurance ends in 30 days',
    mural_hidden: () => 'Your mural was taken down',
    picture_taken_down: () => 'Your photo was taken down',
  },
  client: {
    request_confirmed: () => 'We have your request',
    request_assigned: () => 'An artist has your request now',
    request_answered: (notice) => `${somebody(notice)} is reviewing your request`,
    request_completed: (notice) => `${somebody(notice)} says your mural is finished`,
    request_waiting: () => 'Your request has no answer yet',
    request_disputed: (notice) => `${somebody(notice)} says your wall isn’t painted yet`,
    request_sketch: (notice) => `${somebody(notice)} sent a sketch`,
    request_sketch_reopened: (notice) => `${somebody(notice)} asks to reopen the approved sketch`,
    request_sketch_round: (notice) => `${somebody(notice)} offers a further round of changes`,
    request_replied: (notice) => `${somebody(notice)} replied to your review`,
    request_review_hidden: (notice) => `Your review of ${an(notice)} was hidden`,
    request_agreement_offered: (notice) => `${somebody(notice)} sent you an agreement`,
    request_agreement_in_force: (notice) => `Your agreement with ${an(notice)} is in force`,
    request_agreement_ended: (notice) => `${somebody(notice)} ended your agreement`,
    request_payment_asked: (notice) => `${somebody(notice)} asks for a payment`,
    request_payment_received: (notice) => `${somebody(notice)} received your payment`,
    request_payment_waived: (notice) => `${somebody(notice)} waived a payment`,
    request_payment_disputed: (notice) => `${somebody(notice)} says a payment hasn’t arrived`,
    request_payment_reminder: (notice) => `A payment to ${an(notice)} is due`,
    request_copy_kept: () => 'You keep your copy of a job whose artist is gone',
    request_message: (notice) => `New message from ${somebody(notice)}`,
    request_proposal: (notice) => `${somebody(notice)} made you a proposal`,
    request_declined: (notice) => `${somebody(notice)} can’t take your request`,
    request_called_off: (notice) => `${somebody(notice)} called off your job`,
    request_expired: (notice) => `${somebody(notice)} hasn’t answered your request`,
  },
  admin: {
    conversation_reported: () => 'A message was reported',
    request_unmatched: (notice) => `No artist fits a request${from(notice)} yet`,
    claim_waiting: (notice) => `Someone claimed the page of ${an(notice)}`,
    paper_sent: (notice) => `${somebody(notice)} sent a certificate of insurance`,
    picture_reported: (notice) =>
      `A photo${notice.artist ? ` of ${notice.artist}` : ''} was reported`,
    lead_held: () => 'A request is held as possible spam',
    lead_released: (notice) => `A held request${from(notice)} isn’t spam`,
  },
};

/** The tab that a kind leads to, where it is not the one that requests are in. */
const TABS: Record<string, string> = {
  claim_waiting: 'artists',
  claim_accepted: 'profile',
  claim_refused: 'profile',
  paper_sent: 'overview',
  paper_checked: 'settings',
  paper_refused: 'settings',
  paper_ending: 'settings',
  mural_hidden: 'murals',
  picture_reported: 'reports',
  picture_taken_down: 'portfolio',
};

/** The same by kind. */
export const NOTICES = Object.fromEntries(
  (Object.keys(TITLES) as Role[]).flatMap((role) =>
    Object.entries(TITLES[role]).map(([kind, title]) => [kind, { title, role, tab: TABS[kind] }]),
  ),
);

export function noticeTitle(notice: Notice): string {
  return NOTICES[notice.kind]?.title(notice) ?? 'Update';
}

/** How a person hears of a topic. */
export const NOTICE_MODES = ['at_once', 'daily', 'here'] as const;
export type NoticeMode = (typeof NOTICE_MODES)[number];
export const NOTICE_MODE_LABELS: Record<NoticeMode, string> = {
  at_once: 'Email right away',
  daily: 'Daily summary',
  here: 'No email',
};

/** What each role chooses about; `private.mail_kinds` has the same. */
export const NOTICE_TOPICS = {
  artist: [
    { topic: 'leads', label: 'Leads' },
    { topic: 'reminders', label: 'Reminders' },
  ],
  client: [{ topic: 'requests', label: 'Answers to my requests' }],
  admin: [{ topic: 'admin', label: 'Requests that need you' }],
} as const satisfies Record<Role, readonly NoticeTopic[]>;

export const noticePreferencesSchema = z.object({
  /** Where a day's mail comes at 8 in the morning; null for who has chosen nothing. */
  zone: z.string().nullable(),
  modes: z.record(z.string(), z.enum(NOTICE_MODES)),
});
export type NoticePreferences = z.output<typeof noticePreferencesSchema>;

/** What a person chooses about. */
export interface NoticeTopic {
  topic: string;
  label: string;
}
