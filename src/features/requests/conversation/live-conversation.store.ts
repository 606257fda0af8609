import { toAppError } from '#data/app-error.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { messageFor } from '#lib/errors.ts';
import {
  markConversationRead,
  readConversation,
  readPlaceConsent,
  reportMessage,
  setPlaceConsent,
} from './conversation.api.ts';
import type { Conversation } from './conversation.ts';
import { conversationState } from './conversation-state.store.ts';
import { conversationUpdates } from './conversation-updates.store.ts';
import { readBy, withOlder } from './live-conversation.ts';
import { messageSender } from './message-sender.store.ts';

/** The conversation between the client and one artist, for a page that shows it. It asks nothing before `follow`. */
export function liveConversation(key: AssignmentKey) {
  const store = conversationState(key);
  const { $state, change, show, take, draft, pictures } = store;
  const updates = conversationUpdates(key, store);
  const sender = messageSender(key, store, updates.wake);
  const markRead = readMarker(key, () => $state.get().data);
  return {
    get: () => $state.get(),
    listen: (changed: () => void) => $state.listen(changed),
    /** Reads it, keeps it up to date and sends what waits, until what it gives is called. */
    follow: () => {
      const stops = [updates.follow(), sender.follow()];
      show();
      updates.wake();
      return () => {
        for (const stop of stops) stop();
      };
    },
    /** Reads it again now. */
    reload: () => {
      change({ failed: false });
      updates.wake();
    },
    /** Reads a page of older messages. Throws when none came. */
    showEarlier: async () => {
      const older = await readConversation(key, $state.get().data?.messages[0]?.position);
      const { data } = $state.get();
      if (data) change({ data: withOlder(data, older) });
    },
    send: sender.send,
    retry: sender.retry,
    discard: sender.discard,
    /** Asks again for pictures that could not be shown. */
    showPictures: pictures.arrived.again,
    /** Tells the other side that the reader has seen it up to a message. */
    markRead: (position: number) => void markRead(position),
    /** Reports a message of the other side, which hides the conversation. Throws when that failed. */
    report: async (message: string, reason: string) => {
      await reportMessage(message, reason, key.token);
      await take(await readConversation(key));
    },
    /** What the client has said to showing where the finished wall is, and saying it. Both throw when that failed. */
    consent: {
      read: () => readPlaceConsent(key),
      answer: (granted: boolean) => setPlaceConsent(key, granted),
    },
    /** What stands in the box. */
    draft: { ...draft, loadPictures: pictures.box.load, savePictures: pictures.box.save },
    /** The sentence for what something here threw. */
    explain: (error: unknown, fallback: string) => messageFor(toAppError(error).code, fallback),
  };
}

export type LiveConversation = ReturnType<typeof liveConversation>;

/** Marks a conversation as read up to a position, each position once. */
function readMarker(key: AssignmentKey, known: () => Conversation | null) {
  let marked = 0;
  return async (position: number): Promise<void> => {
    const data = known();
    if (!data || position <= Math.max(marked, readBy(data, data.side))) return;
    marked = position;
    // Not worth a word if it fails: the next message notes it.
    await markConversationRead(key, position).catch((error) => {
      console.error(error);
      marked = 0;
    });
  };
}
