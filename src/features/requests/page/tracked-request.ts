import { emailSchema } from '#lib/email.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { requiredText } from '#lib/text.ts';
import { z } from '#lib/zod.ts';
import { ASSIGNMENT_STATES } from '../assignment.ts';
import { leadSchema, matchSchema } from '../lead.ts';
import { shownDetailsSchema } from '../lead-details.ts';
import { proposalSchema } from '../proposals/proposal.ts';
import { quoteSchema } from '../quote.ts';

/** A request as its link shows it. */
export const trackedRequestSchema = leadSchema
  .omit({ status: true, assigned_artist: true, created_by_user: true, withdrawn_at: true })
  .extend({
    email: z.string(),
    reference: z.string(),
    /** Nobody has opened a link that was emailed to its address. */
    unproven: z.boolean().default(false),
    /** The address that somebody with its link asked for, and when it takes the place of the present one. */
    address_change: z
      .object({ email: z.string(), at: z.string(), confirmed: z.boolean() })
      .nullish(),
    /** What it says about the wall besides the form. */
    details: shownDetailsSchema.nullish(),
    state: z.enum(['open', 'withdrawn']),
    /** The reference of the request that goes on in the place of this double. */
    merged_into: z.string().nullish(),
    artists: z.array(
      z.object({
        id: z.guid(),
        name: z.string(),
        /** Null while the profile is private. */
        slug: z.string().nullable(),
        state: z.enum(ASSIGNMENT_STATES),
        updated_at: z.string(),
        /** Messages of theirs that the client has not seen. */
        unread: z.number(),
        /** The client has reported what they wrote. */
        reported: z.boolean(),
        /** Who said that the wall is painted, and whether the other one agreed, or let two weeks pass. */
        completed_by: z.enum(['client', 'artist', 'admin']).nullable(),
        confirmed: z.boolean(),
        /** How to reach the chosen artist. */
        contact: z
          .object({ email: z.string().nullable(), phone: z.string().nullable() })
          .nullable(),
      }),
    ),
    /** One of each artist who made one and was not reported, the lowest price first. */
    proposals: z.array(proposalSchema),
    /** How many copies of jobs it has whose artist is gone. */
    kept: z.number().default(0),
    /** Offered artists who do not have it. */
    matches: z.array(matchSchema),
  });
export type TrackedRequest = z.output<typeof trackedRequestSchema>;

/** An artist who has it, and how far. */
export type Holder = TrackedRequest['artists'][number];

/** Whether an artist has the job, painted or not. */
export const isChosen = ({ artists }: Pick<TrackedRequest, 'artists'>): boolean =>
  artists.some(({ state }) => isAtWork(state));

/** Whether the conversation with an artist stands among the parts of their job. */
export const hasJobPage = (request: Pick<TrackedRequest, 'artists'>, { id, state }: Holder) =>
  isAtWork(state) ||
  (!isChosen(request) && request.artists.findLast((one) => one.state === 'called_off')?.id === id);

export const isAtWork = (state: Holder['state']): boolean =>
  state === 'accepted' || state === 'completed';

/** Whether its wall is painted and both sides say so: nothing is left to be added to it or withdrawn. */
export const isPainted = ({ artists }: Pick<TrackedRequest, 'artists'>): boolean =>
  artists.some(({ state, confirmed }) => state === 'completed' && confirmed);

/** What the client of a request can do to get news by email; empty where they do. */
export const openEmailedLink = ({ unproven, email }: Pick<TrackedRequest, 'unproven' | 'email'>) =>
  unproven ? `Open the link we emailed to ${email} to get updates by email.` : '';

/** Who asked, by the rules of the quote form. */
export const contactSchema = quoteSchema.pick({ name: true, email: true, phone: true });
export type Contact = z.output<typeof contactSchema>;

/** What is added to a request; how much room is left is for the server to say. */
export const lineSchema = z.object({
  line: requiredText(1, MESSAGES.project_too_short, LIMITS.projectMax, MESSAGES.project_too_long),
});

export const lostLinkSchema = z.object({ email: emailSchema });
