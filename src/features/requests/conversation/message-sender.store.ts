import { toAppError } from '#data/app-error.ts';
import type { DiaryStage } from '#features/diary/diary.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { sendMessage } from './conversation.api.ts';
import type { ConversationStore } from './conversation-state.store.ts';
import { withPictureArrived, withSent } from './live-conversation.ts';
import type { MessageEntry } from './message-entries.store.ts';

/**
 * Takes messages of a conversation and sends what waits: at once, when its time has come, and when the network is back.
 * @param onAnswer the server has decided about one: what it says of the conversation may have changed.
 */
export function messageSender(key: AssignmentKey, store: ConversationStore, onAnswer: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let following = false;

  const send = async (entry: MessageEntry): Promise<boolean> => {
    try {
      const more = await deliver(entry, key, store);
      if (!more || !entry.taken) onAnswer();
      return more;
    } catch (error) {
      console.error(error);
      if (toAppError(error).definite) onAnswer();
      throw error;
    }
  };
  const run = async (atOnce: boolean): Promise<void> => {
    clearTimeout(timer);
    const next = await store.outbox.flush(key, send, atOnce);
    store.show();
    clearTimeout(timer);
    if (following && next !== null)
      timer = setTimeout(() => void run(false), Math.max(0, next - Date.now()));
  };
  const sendNow = () => void run(true);
  const showAndSend = () => {
    store.show();
    sendNow();
  };
  return {
    /** Sends what fits `messageDraftSchema`; it is kept in this browser before anything leaves it. */
    async send(
      body: string,
      files: readonly Blob[],
      stage: DiaryStage | null = null,
    ): Promise<void> {
      const id = store.outbox.newKey();
      await store.pictures.outgoing.add(id, files);
      store.outbox.add(key, body, files.length, id, stage);
      showAndSend();
    },
    /** Sends a refused message once more. */
    retry(message: string): void {
      store.outbox.retry(message);
      showAndSend();
    },
    /** Gives a refused message up, or those of its pictures that have not arrived. */
    discard(message: string): void {
      for (const entry of store.outbox.of(key)) if (entry.key === message) store.forget(entry);
      store.show();
    },
    follow(): () => void {
      following = true;
      addEventListener('online', sendNow);
      void run(false);
      return () => {
        following = false;
        clearTimeout(timer);
        removeEventListener('online', sendNow);
      };
    },
  };
}

/** Sends a message, or the next picture of one that was taken; true when there is more of it to send. */
async function deliver(
  entry: MessageEntry,
  key: AssignmentKey,
  { $state, show, forget, pictures: { outgoing } }: ConversationStore,
): Promise<boolean> {
  const files = await outgoing.filesOf(entry);
  if (entry.taken && outgoing.knows(entry.key)) {
    const path = await outgoing.sendNext(entry.key, files);
    const { data } = $state.get();
    if (data && path) show(withPictureArrived(data, path));
  } else {
    const message = await sendMessage(key, entry.body, entry.key, entry.pictures, entry.stage);
    outgoing.taken(entry.key, message);
    const { data } = $state.get();
    if (data) show(withSent(data, message));
  }
  const more = outgoing.hasMore(entry.key);
  if (!more) forget(entry);
  return more;
}
