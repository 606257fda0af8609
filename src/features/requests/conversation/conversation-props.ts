import type { LiveConversation } from './live-conversation.ts';

export interface ConversationProps {
  /** A new one for each opening (`live-conversation.store.ts`), the same one while it is shown. */
  conversation: LiveConversation;
  artistName: string;
  /** What the artist's page calls whoever asked, once it may. */
  clientName?: string | null | undefined;
  /** It is opened to write the first words: the focus goes to the box. */
  begins?: boolean;
  /** The artist's state on the request has changed since this was opened, or the conversation was reported. */
  onMoved?: () => void;
}
