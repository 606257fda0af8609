import { toAppError } from '#data/app-error.ts';
import {
  markThreadRead,
  readThread,
  reportMessage,
  sendMessage,
  type ThreadKey,
} from '#data/threads.ts';
import { type Conversation, readBy, withOlder, withSent } from '#domain/conversation.ts';
import { messageFor } from '#domain/errors.ts';
import { isMessageEntry, type MessageEntry } from './message-entries.ts';
import { onNews } from './notices.ts';
import { createPoller, onWake } from './poller.ts';
import { threadState } from './thread-state.ts';

/** How often a guest's page asks; nothing else tells it of news. */
const GUEST_MS = 6000;
/** News come by themselves to whoever is signed in, but not that the other side has read something. */
const ACCOUNT_MS = 20_000;

/** The conversation between whoever asked and one artist, for a page that shows it. It asks nothing before `follow`. */
export function conversation(key: ThreadKey): Conversation {
  const { $state, change, show, take, outbox, draft } = threadState(key);
  /** Reads again now, where somebody follows. */
  let wake = () => {};
  const sender = createSender(key, {
    flush: (send, atOnce) => outbox.flush(key, send, atOnce),
    onSent: (message) => {
      const { thread } = $state.get();
      if (thread) show(withSent(thread, message));
    },
    onAnswer: () => wake(),
    onEnd: show,
  });

  async function load(): Promise<void> {
    try {
      take(await readThread(key));
    } catch (error) {
      if (!$state.get().thread) {
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
      onWake(wake),
      ...(key.token ? [] : [onNews(wake)]),
      sender.follow(),
      () => removeEventListener('storage', elsewhere),
    ];
    show();
    wake();
    return () => {
      for (const stop of stops) stop();
    };
  }

  let marked = 0;
  async function markRead(position: number): Promise<void> {
    const { thread } = $state.get();
    if (!thread || position <= Math.max(marked, readBy(thread, thread.side))) return;
    marked = position;
    // Not worth a word if it fails: the next message notes it.
    await markThreadRead(key, position).catch((error) => {
      console.error(error);
      marked = 0;
    });
  }

  const sendNow = () => {
    show();
    sender.send();
  };
  return {
    get: () => $state.get(),
    listen: (changed) => $state.listen(changed),
    follow,
    reload: () => {
      change({ failed: false });
      wake();
    },
    showEarlier: async () => {
      const older = await readThread(key, $state.get().thread?.messages[0]?.position);
      const { thread } = $state.get();
      if (thread) change({ thread: withOlder(thread, older) });
    },
    send: (body) => {
      outbox.add(key, body);
      sendNow();
    },
    retry: (message) => {
      outbox.retry(message);
      sendNow();
    },
    discard: (message) => {
      outbox.remove(message);
      show();
    },
    markRead: (position) => void markRead(position),
    report: async (message, reason) => {
      await reportMessage(message, reason, key.token);
      take(await readThread(key));
    },
    draft,
    explain: (error, fallback) => messageFor(toAppError(error).code, fallback),
  };
}

type Send = (entry: MessageEntry) => Promise<void>;

interface SenderOptions {
  /** Sends what waits and gives when to call again; null when nothing does. */
  flush: (send: Send, atOnce: boolean) => Promise<number | null>;
  onSent: (message: Awaited<ReturnType<typeof sendMessage>>) => void;
  /** The server has decided about one: what it says of the conversation may have changed. */
  onAnswer: () => void;
  /** Nothing more is sent for now. */
  onEnd: () => void;
}

/** Sends what waits in a conversation: when asked to, when its time has come, and when the network is back. */
function createSender(key: ThreadKey, { flush, onSent, onAnswer, onEnd }: SenderOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let following = false;

  const deliver: Send = async (entry) => {
    try {
      onSent(await sendMessage(key, entry.body, entry.key));
      onAnswer();
    } catch (error) {
      console.error(error);
      if (toAppError(error).definite) onAnswer();
      throw error;
    }
  };
  const run = async (atOnce: boolean): Promise<void> => {
    clearTimeout(timer);
    const next = await flush(deliver, atOnce);
    onEnd();
    clearTimeout(timer);
    if (following && next !== null)
      timer = setTimeout(() => void run(false), Math.max(0, next - Date.now()));
  };
  const send = () => void run(true);
  return {
    send,
    follow(): () => void {
      following = true;
      addEventListener('online', send);
      void run(false);
      return () => {
        following = false;
        clearTimeout(timer);
        removeEventListener('online', send);
      };
    },
  };
}
