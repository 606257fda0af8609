import type { SiteFacts } from '#features/site-facts/site-facts.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import type { FormRefusal } from '#ui/forms/use-form-errors.ts';
import type { Contact, TrackedRequest } from './page/tracked-request.ts';

/** What the client can do with a request, by account or by link. Every error goes to `refused` or `explain`. */
export interface RequestActions {
  /** It as it is now. */
  read: () => Promise<TrackedRequest>;
  /** Sends it to one more of its matches. */
  addArtist: (artist: string) => Promise<TrackedRequest>;
  /** Asks an artist who was passed over, once the job of another is called off. */
  askAgain: (artist: string) => Promise<TrackedRequest>;
  addLine: (line: string) => Promise<TrackedRequest>;
  /** Changes what it says about the site of its wall. */
  setFacts: (facts: Partial<SiteFacts>) => Promise<TrackedRequest>;
  correctContact: (contact: Contact) => Promise<TrackedRequest>;
  /** Keeps its address, where another one was asked for. */
  stopAddressChange: () => Promise<TrackedRequest>;
  /** Chooses a proposal, and lets the other artists know. */
  accept: (proposal: string) => Promise<TrackedRequest>;
  /** Says no to a proposal, and lets its artist know. */
  decline: (proposal: string) => Promise<TrackedRequest>;
  /** Says that the wall is painted, or agrees with the artist who said so. */
  complete: (request: TrackedRequest, artist: string) => Promise<TrackedRequest>;
  /** Does not agree: it is not painted yet. */
  dispute: (request: TrackedRequest, artist: string) => Promise<TrackedRequest>;
  /** Takes back that it is painted, until the artist agrees. */
  undo: (request: TrackedRequest, artist: string) => Promise<TrackedRequest>;
  /** One of its artists, for the calls about the two. */
  assignment: (lead: string, artist: string) => AssignmentKey;
  /** Closes it for good. */
  withdraw: () => Promise<TrackedRequest>;
  /** Erases it with everything about it; nothing opens it afterwards. */
  erase: () => Promise<void>;
  /** What to show in a form with these fields. */
  refused: <Field extends string>(
    error: unknown,
    fields: readonly Field[],
    fallback: string,
  ) => FormRefusal<Field>;
  /** The sentence to show elsewhere. */
  explain: (error: unknown, fallback: string) => string;
}
