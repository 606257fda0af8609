import type { Conversation } from '../conversation/conversation.ts';
import type { Contact, TrackedRequest } from './tracked-request.ts';
import type { ReviewDesk } from '../reviews/types.ts';
import type { FormRefusal } from '#ui/use-form-errors.ts';

/** What whoever asked can do about a request, however they opened it. All of it throws what `refused` and `explain` take. */
export interface RequestActions {
  /** It as it is now. */
  read: () => Promise<TrackedRequest>;
  /** Sends it to one more of its matches. */
  addArtist: (artist: string) => Promise<TrackedRequest>;
  addLine: (line: string) => Promise<TrackedRequest>;
  correctContact: (contact: Contact) => Promise<TrackedRequest>;
  /** Chooses a proposal; the other artists are told. */
  accept: (proposal: string) => Promise<TrackedRequest>;
  /** Says that the wall is painted, or agrees with the artist who said so. */
  complete: (request: TrackedRequest, artist: string) => Promise<TrackedRequest>;
  /** Does not agree: it is not painted yet. */
  dispute: (request: TrackedRequest, artist: string) => Promise<TrackedRequest>;
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

export interface RequestProps {
  actions: RequestActions;
  request: TrackedRequest;
  onChange: (request: TrackedRequest) => void;
}

/** The conversations with the artists who have a request, one of which can be open. */
export interface Talks {
  /** Whose is open; the address says so. */
  artist: string | null;
  open: (artist: string | null) => void;
  begin: (artist: string) => Conversation;
  /** The review of an artist whose wall is painted. */
  review: (artist: string) => ReviewDesk;
  /** What the request says of its artists may have changed. */
  onChange: () => void;
}
