import { createPoller, onWake } from '#browser/poller.ts';
import { onNews } from '#features/notifications/notices.store.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { readConversation } from './conversation.api.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationStore } from './conversation-state.store.ts';
import { isWhole } from './live-conversation.ts';
import { isMessageEntry } from './message-entries.store.ts';

/** How often a guest's page asks; nothing else tells it of news. */
const GUEST_MS = 6000;

/** News come by themselves to people who are signed in, but not that the other side has read something. */
const ACCOUNT_MS = 20_000;

/** How soon, and for how long, the pictures of a message are looked for. */
const SOON_MS = 3000;
const EXPECTED_MS = 10 * 60_000;

/** Keeps what a page shows of a conversation up to date, from `follow` until what that gives is called. */
export function conversationUpdates(
  key: AssignmentKey,
  { $state, change, show, take }: ConversationStore,
) {
  let wake = () => {};

  let soon: ReturnType<typeof setTimeout> | undefined;
  /** A message comes before its pictures: they are looked for until they are there, or are not to be expected. */
  function awaitPictures({ messages }: Conversation): void {
    clearTimeout(soon);
    const expected = messages.some(
      (message) => !isWhole(message) && Date.now() - Date.parse(message.created_at) < EXPECTED_MS,
    );
    if (expected) soon = setTimeout(() => wake(), SOON_MS);
  }

  async function load(): Promise<void> {
    try {
      const data = await readConversation(key);
      await take(data);
      awaitPictures(data);
    } catch (error) {
      if (!$state.get().data) {
        console.error(error);
        change({ failed: true });
      }
      throw error;
    }
  }

  function follow(): () => void {
    const poller = createPoller({
      ask: load,
      awake: () => !document.hidden,
      everyMs: key.token ? GUEST_MS : ACCOUNT_MS,
    });
    wake = poller.wake;
    const elsewhere = ({ key: item }: StorageEvent) => {
      if (item !== null && !isMessageEntry(item)) return;
      show();
      wake();
    };
    addEventListener('storage', elsewhere);
    const stops = [
      poller.stop,
      () => clearTimeout(soon),
      onWake(wake),
      ...(key.token ? [] : [onNews(wake)]),
      () => removeEventListener('storage', elsewhere),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  return {
    /** Reads again now, where a page follows. */
    wake: () => wake(),
    follow,
  };
}
