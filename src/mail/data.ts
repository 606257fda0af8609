import { newsletterItemSchema } from '#features/newsletter/newsletter.ts';
import { noticeSchema } from '#features/notifications/notices.ts';
import { REPORT_DECISIONS, REPORT_REASONS } from '#features/reports/picture-report.ts';
import { proposalSchema } from '#features/requests/proposals/proposal.ts';
import { ownReviewSchema } from '#features/requests/reviews/review.ts';
import { z } from '#lib/zod.ts';

/** What `lease_mails` says of the request that an email is about; nothing about the client. */
const leadSchema = z.object({
  id: z.string(),
  kind: z.enum(['quote', 'consultation']),
  city: z.string().nullable(),
  project_description: z.string(),
  mural_size: z.string().nullable(),
  surface_type: z.string().nullable(),
  style_preference: z.string().nullable(),
  /** Titles of the murals that the client likes. */
  liked: z.array(z.string()).default([]),
  budget_range: z.string().nullable(),
  /** Whether it was sent with an account. */
  account: z.boolean(),
});
export type MailLead = z.output<typeof leadSchema>;

const artistSchema = z.object({ id: z.string(), name: z.string() });

/** Mails to artists and admins about a request. */
export const aboutLead = z.object({ lead: leadSchema });

/** A request that an artist has not answered; an admin may be the one who asks them to. */
export const silentLead = aboutLead.extend({ by_admin: z.boolean().optional() });

/** Emails to the client. */
export const ownRequestData = aboutLead.extend({
  artists: z.array(artistSchema),
  /** How many artists fit. */
  offers: z.number(),
  /** Where a guest finds the request again. */
  link: z.string().optional(),
  /** Short enough to be read out on a phone. */
  reference: z.string().optional(),
});

/** The same, about one of the artists who have it. */
export const ownRequestWithArtist = ownRequestData.extend({
  artist: artistSchema.extend({ slug: z.string().nullable() }),
});

export const assignedRequest = ownRequestData.extend({ artist_ids: z.array(z.string()) });

/** About artists who have it and are silent. */
export const waitingRequest = ownRequestData.extend({
  silent: z.array(artistSchema).min(1),
  /** Who could have it too, the best first. */
  matches: z.array(artistSchema),
});

/** Messages that are unread: the latest of them, and how many there are. */
const unread = { messages: z.array(z.string()).min(1), count: z.number() };
export const leadMessages = aboutLead.extend(unread);
export const requestMessages = ownRequestWithArtist.extend(unread);

/** An artist who has left a request, and who could have it too. */
export const leftRequest = ownRequestWithArtist.extend({
  reason: z.string().nullish(),
  matches: z.array(artistSchema),
});

/** A job that was called off: why, and whether both had signed an agreement. */
const calledOff = { reason: z.string().nullish(), signed: z.boolean() };
export const calledOffLead = aboutLead.extend(calledOff);
export const calledOffRequest = ownRequestWithArtist.extend(calledOff);

export const proposedRequest = ownRequestWithArtist.extend({ proposal: proposalSchema });

/** What a client said of a painted wall, and what became of it. */
const review = z.object({
  rating: z.number(),
  body: z.string(),
  reply: z.string().nullable(),
  hidden_reason: z.string().nullable(),
  waits_for: ownReviewSchema.shape.waits_for.optional(),
});
export const reviewedLead = aboutLead.extend({ review });
export const reviewedRequest = ownRequestWithArtist.extend({ review });

export const heldLead = aboutLead.extend({ reason: z.string().nullish() });

/** What happened in a day. */
export const collected = z.object({ notices: z.array(noticeSchema).min(1) });

/** The link that puts an address on the list. */
export const subscription = z.object({ link: z.string() });

export const newsletterIssue = z.object({
  subject: z.string(),
  intro: z.string(),
  artists: z.array(newsletterItemSchema),
  murals: z.array(newsletterItemSchema),
});

const pagedArtist = artistSchema.extend({ slug: z.string().nullable() });

/** An artist's page that has, or may soon have, an artist who runs it. */
export const aboutPage = z.object({ artist: pagedArtist });

/** The same, with what hands it over. */
export const pageLink = aboutPage.extend({ link: z.string() });

/** A certificate of insurance, and to which day it is good. */
export const aboutPaper = aboutPage.extend({ ends_on: z.string() });
export const refusedPaper = aboutPaper.extend({ reason: z.string() });

export const hiddenMural = z.object({ title: z.string(), reason: z.string() });

/** What a visitor said of a picture, and on which page. */
export const reportedPicture = z.object({
  reason: z.enum(REPORT_REASONS),
  words: z.string().nullable(),
  page: z.string(),
});
export const takenDownPicture = z.object({ reason: z.string(), mural: z.string().nullable() });
export const decidedReport = z.object({ decision: z.enum(REPORT_DECISIONS), page: z.string() });

/** The token that ends mails like this one to whom it goes, beside whatever else it needs. */
export const ending = z.object({ unsubscribe: z.string().optional() });

export const nothing = z.object({});
