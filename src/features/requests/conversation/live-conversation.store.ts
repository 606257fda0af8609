import { toAppError } from '#data/app-error.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { messageFor } from '#lib/errors.ts';
import { markConversationRead, readConversation, reportMessage } from './conversation.api.ts';
import type { Conversation } from './conversation.ts';
import { conversationState } from './conversation-state.store.ts';
import { conversationUpdates } from './conversation-updates.store.ts';
import { type LiveConversation, readBy, withOlder } from './live-conversation.ts';
import { messageSender } from './message-sender.store.ts';
import { readPlaceConsent, setPlaceConsent } from './place-consent.api.ts';

/** The conversation between the client and one artist, for a page that shows it. It asks nothing before `follow`. */
export function liveConversation(key: AssignmentKey): LiveConversation {
  const store = conversationState(key);
  const { $state, change, show, take, draft, pictures } = store;
  const updates = conversationUpdates(key, store);
  const sender = messageSender(key, store, updates.wake);
  const markRead = readMarker(key, () => $state.get().data);
  return {
    get: () => $state.get(),
    listen: (changed) => $state.listen(changed),
    follow: () => {
      const stops = [updates.follow(), sender.follow()];
      show();
      updates.wake();
      return () => {
        for (const stop of stops) stop();
      };
    },
    reload: () => {
      change({ failed: false });
      updates.wake();
    },
    showEarlier: async () => {
      const older = await readConversation(key, $state.get().data?.messages[0]?.position);
      const { data } = $state.get();
      if (data) change({ data: withOlder(data, older) });
    },
    send: sender.send,
    retry: sender.retry,
    discard: sender.discard,
    showPictures: pictures.arrived.again,
    markRead: (position) => void markRead(position),
    report: async (message, reason) => {
      await reportMessage(message, reason, key.token);
      await take(await readConversation(key));
    },
    consent: {
      read: () => readPlaceConsent(key),
      answer: (granted) => setPlaceConsent(key, granted),
    },
    draft: { ...draft, loadPictures: pictures.box.load, savePictures: pictures.box.save },
    explain: (error, fallback) => messageFor(toAppError(error).code, fallback),
  };
}

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
