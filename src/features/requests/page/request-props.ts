import type { LiveConversation } from '../conversation/live-conversation.ts';
import type { RequestActions } from '../request-actions.ts';
import type { ReviewDesk } from '../reviews/review-desk.ts';
import type { TrackedRequest } from './tracked-request.ts';

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
  begin: (artist: string) => LiveConversation;
  /** The review of an artist whose wall is painted. */
  review: (artist: string) => ReviewDesk;
  /** What the request says of its artists may have changed. */
  onChange: () => void;
}
