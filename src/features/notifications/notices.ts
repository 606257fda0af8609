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

interface NoticeText {
  title: (notice: Notice) => string;
  /** Whose dashboard it leads to. */
  role: Role;
  /** The tab, where it is not the one that requests are in. */
  tab?: string;
}

const from = ({ city }: Notice) => (city ? ` from ${city}` : '');
const somebody = ({ artist }: Notice) => artist ?? 'An artist';

/** Every kind that shows itself in the product: `private.mail_kinds` says which those are. */
export const NOTICES: Record<string, NoticeText> = {
  lead_received: {
    title: (notice) =>
      notice.call
        ? `A client${from(notice)} wants to talk to you`
        : notice.style && notice.style !== 'other'
          ? `New ${wordFor(notice.style).toLowerCase()} mural request${from(notice)}`
          : `New request${from(notice)}`,
    role: 'artist',
  },
  lead_waiting: {
    title: (notice) => `A request${from(notice)} is waiting for your answer`,
    role: 'artist',
  },
  request_line_added: {
    title: (notice) => `A request${from(notice)} has new details`,
    role: 'artist',
  },
  request_withdrawn: {
    title: (notice) => `A request${from(notice)} was withdrawn`,
    role: 'artist',
  },
  request_confirmed: { title: () => 'We have your request', role: 'client' },
  request_assigned: { title: () => 'An artist has your request now', role: 'client' },
  request_answered: {
    title: (notice) => `${somebody(notice)} is reviewing your request`,
    role: 'client',
  },
  request_completed: {
    title: (notice) => `${somebody(notice)} says your mural is finished`,
    role: 'client',
  },
  request_waiting: { title: () => 'Your request has no answer yet', role: 'client' },
  lead_message: { title: (notice) => `New message about a request${from(notice)}`, role: 'artist' },
  lead_accepted: {
    title: (notice) => `Your proposal for a request${from(notice)} was accepted`,
    role: 'artist',
  },
  lead_passed: {
    title: (notice) => `The client${from(notice)} chose another artist`,
    role: 'artist',
  },
  lead_called_off: {
    title: (notice) => `The client${from(notice)} called off the job`,
    role: 'artist',
  },
  lead_asked_again: {
    title: (notice) => `The client${from(notice)} asks you again`,
    role: 'artist',
  },
  lead_proposal_declined: {
    title: (notice) => `Your proposal for a request${from(notice)} was declined`,
    role: 'artist',
  },
  lead_expired: {
    title: (notice) => `You missed a request${from(notice)}`,
    role: 'artist',
  },
  lead_completed: {
    title: (notice) => `The client${from(notice)} says the wall is painted`,
    role: 'artist',
  },
  lead_agreed: {
    title: (notice) => `The client${from(notice)} confirmed that the wall is painted`,
    role: 'artist',
  },
  lead_disputed: {
    title: (notice) => `The client${from(notice)} says the wall isn’t painted yet`,
    role: 'artist',
  },
  request_disputed: {
    title: (notice) => `${somebody(notice)} says your wall isn’t painted yet`,
    role: 'client',
  },
  lead_reviewed: {
    title: (notice) => `The client${from(notice)} reviewed your work`,
    role: 'artist',
  },
  lead_review_hidden: {
    title: (notice) => `A review of your mural${from(notice)} was hidden`,
    role: 'artist',
  },
  request_sketch: { title: (notice) => `${somebody(notice)} sent a sketch`, role: 'client' },
  request_sketch_reopened: {
    title: (notice) => `${somebody(notice)} asks to reopen the approved sketch`,
    role: 'client',
  },
  request_sketch_round: {
    title: (notice) => `${somebody(notice)} offers a further round of changes`,
    role: 'client',
  },
  lead_sketch_round: {
    title: (notice) => `The client${from(notice)} agreed to a further round of changes`,
    role: 'artist',
  },
  lead_sketch_changes: {
    title: (notice) => `The client${from(notice)} asks for changes to your sketch`,
    role: 'artist',
  },
  lead_sketch_approved: {
    title: (notice) => `The client${from(notice)} approved your sketch`,
    role: 'artist',
  },
  lead_sketch_reopened: {
    title: (notice) => `The client${from(notice)} asks to reopen the approved sketch`,
    role: 'artist',
  },
  request_replied: {
    title: (notice) => `${somebody(notice)} replied to your review`,
    role: 'client',
  },
  request_review_hidden: {
    title: (notice) => `Your review of ${notice.artist ?? 'an artist'} was hidden`,
    role: 'client',
  },
  request_agreement_offered: {
    title: (notice) => `${somebody(notice)} sent you an agreement`,
    role: 'client',
  },
  request_agreement_in_force: {
    title: (notice) => `Your agreement with ${notice.artist ?? 'an artist'} is in force`,
    role: 'client',
  },
  request_agreement_ended: {
    title: (notice) => `${somebody(notice)} ended your agreement`,
    role: 'client',
  },
  lead_wants_agreement: {
    title: (notice) => `The client${from(notice)} asks you for an agreement`,
    role: 'artist',
  },
  lead_agreement_change: {
    title: (notice) => `The client${from(notice)} asks you to change the agreement`,
    role: 'artist',
  },
  lead_agreement_signed: {
    title: (notice) => `The client${from(notice)} signed your agreement`,
    role: 'artist',
  },
  lead_agreement_in_force: {
    title: (notice) => `Your agreement with the client${from(notice)} is in force`,
    role: 'artist',
  },
  lead_agreement_ended: {
    title: (notice) => `The client${from(notice)} ended the agreement`,
    role: 'artist',
  },
  request_payment_asked: {
    title: (notice) => `${somebody(notice)} asks for a payment`,
    role: 'client',
  },
  request_payment_received: {
    title: (notice) => `${somebody(notice)} received your payment`,
    role: 'client',
  },
  request_payment_waived: {
    title: (notice) => `${somebody(notice)} waived a payment`,
    role: 'client',
  },
  request_payment_disputed: {
    title: (notice) => `${somebody(notice)} says a payment hasn’t arrived`,
    role: 'client',
  },
  request_payment_reminder: {
    title: (notice) => `A payment to ${notice.artist ?? 'an artist'} is due`,
    role: 'client',
  },
  lead_payment_reported: {
    title: (notice) => `The client${from(notice)} reports a payment`,
    role: 'artist',
  },
  lead_payment_disputed: {
    title: (notice) => `The client${from(notice)} disputes a payment`,
    role: 'artist',
  },
  lead_copy_kept: {
    title: () => 'You keep your copy of a job whose client is gone',
    role: 'artist',
  },
  request_copy_kept: {
    title: () => 'You keep your copy of a job whose artist is gone',
    role: 'client',
  },
  request_message: { title: (notice) => `New message from ${somebody(notice)}`, role: 'client' },
  request_proposal: {
    title: (notice) => `${somebody(notice)} made you a proposal`,
    role: 'client',
  },
  request_declined: {
    title: (notice) => `${somebody(notice)} can’t take your request`,
    role: 'client',
  },
  request_called_off: {
    title: (notice) => `${somebody(notice)} called off your job`,
    role: 'client',
  },
  request_expired: {
    title: (notice) => `${somebody(notice)} hasn’t answered your request`,
    role: 'client',
  },
  conversation_reported: { title: () => 'A message was reported', role: 'admin' },
  request_unmatched: {
    title: (notice) => `No artist fits a request${from(notice)} yet`,
    role: 'admin',
  },
  claim_waiting: {
    title: (notice) => `Someone claimed the page of ${notice.artist ?? 'an artist'}`,
    role: 'admin',
    tab: 'artists',
  },
  claim_accepted: {
    title: (notice) => `The page of ${notice.artist ?? 'an artist'} is yours now`,
    role: 'artist',
    tab: 'profile',
  },
  claim_refused: {
    title: (notice) => `Your claim of the page of ${notice.artist ?? 'an artist'} was declined`,
    role: 'artist',
    tab: 'profile',
  },
  paper_sent: {
    title: (notice) => `${somebody(notice)} sent a certificate of insurance`,
    role: 'admin',
    tab: 'overview',
  },
  paper_checked: {
    title: () => 'Your insurance is checked',
    role: 'artist',
    tab: 'settings',
  },
  paper_refused: {
    title: () => 'Your certificate of insurance was declined',
    role: 'artist',
    tab: 'settings',
  },
  paper_ending: {
    title: () => 'Your insurance ends in 30 days',
    role: 'artist',
    tab: 'settings',
  },
  mural_hidden: { title: () => 'Your mural was taken down', role: 'artist', tab: 'murals' },
  picture_reported: {
    title: (notice) => `A photo${notice.artist ? ` of ${notice.artist}` : ''} was reported`,
    role: 'admin',
    tab: 'reports',
  },
  picture_taken_down: {
    title: () => 'Your photo was taken down',
    role: 'artist',
    tab: 'portfolio',
  },
  lead_held: { title: () => 'A request is held as possible spam', role: 'admin' },
  lead_released: {
    title: (notice) => `A held request${from(notice)} isn’t spam`,
    role: 'admin',
  },
};

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

/** What each role chooses about; `private.notice_topics` has the same. */
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
