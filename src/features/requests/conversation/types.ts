import type { Conversation } from './conversation.ts';

export interface ThreadProps {
  /** A new one for each opening (`stores/conversation.ts`), the same one while it is shown. */
  conversation: Conversation;
  artistName: string;
  /** What the artist's page calls whoever asked, once it may. */
  clientName?: string | null | undefined;
  /** The artist's state on the request has changed since this was opened, or the conversation was reported. */
  onMoved?: () => void;
}
