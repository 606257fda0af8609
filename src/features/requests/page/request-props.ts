import type { RequestActions } from './request-link.api.ts';
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
  /** What the request says of its artists may have changed. */
  onChange: () => void;
}
