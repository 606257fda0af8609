import { createPoller, onWake } from '#browser/poller.ts';
import { toAppError } from '#data/app-error.ts';
import { onNews } from '#features/notifications/notices.store.ts';
import { messageFor } from '#lib/errors.ts';
import {
  type ConversationKey,
  markConversationRead,
  readConversation,
  reportMessage,
  sendMessage,
} from './conversation.api.ts';
import type { Conversation } from './conversation.ts';
import { conversationState } from './conversation-state.store.ts';
import {
  isWhole,
  type LiveConversation,
  readBy,
  withOlder,
  withPictureArrived,
  withSent,
} from './live-conversation.ts';
import { isMessageEntry, type MessageEntry } from './message-entries.store.ts';
import { readPlaceConsent, setPlaceConsent } from './place-consent.api.ts';

/** How often a guest's page asks; nothing else tells it of news. */
const GUEST_MS = 6000;

/** News come by themselves to whoever is signed in, but not that the other side has read something. */
const ACCOUNT_MS = 20_000;

/** How soon, and for how long, the pictures of a message are looked for. */
const SOON_MS = 3000;
const EXPECTED_MS = 10 * 60_000;

/** The conversation between whoever asked and one artist, for a page that shows it. It asks nothing before `follow`. */
export function liveConversation(key: ConversationKey): LiveConversation {
  const { $state, change, show, take, forget, outbox, draft, pictures } = conversationState(key);
  /** Reads again now, where somebody follows. */
  let wake = () => {};
  const sender = createSender({
    flush: (send, atOnce) => outbox.flush(key, send, atOnce),
    deliver,
    onAnswer: () => wake(),
    onEnd: show,
  });

  /** Sends a message, or the next picture of one that was taken; true when there is more of it to send. */
  async function deliver(entry: MessageEntry): Promise<boolean> {
    const files = await pictures.outgoing.filesOf(entry);
    if (entry.taken && pictures.outgoing.knows(entry.key)) {
      const path = await pictures.outgoing.sendNext(entry.key, files);
      const { data } = $state.get();
      if (data && path) show(withPictureArrived(data, path));
    } else {
      const message = await sendMessage(key, entry.body, entry.key, entry.pictures);
      pictures.outgoing.taken(entry.key, message);
      const { data } = $state.get();
      if (data) show(withSent(data, message));
    }
    const more = pictures.outgoing.hasMore(entry.key);
    if (!more) forget(entry);
    return more;
  }

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
    const { data } = $state.get();
    if (!data || position <= Math.max(marked, readBy(data, data.side))) return;
    marked = position;
    // Not worth a word if it fails: the next message notes it.
    await markConversationRead(key, position).catch((error) => {
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
      const older = await readConversation(key, $state.get().data?.messages[0]?.position);
      const { data } = $state.get();
      if (data) change({ data: withOlder(data, older) });
    },
    send: async (body, files) => {
      const id = outbox.newKey();
      await pictures.outgoing.add(id, files);
      outbox.add(key, body, files.length, id);
      sendNow();
    },
    retry: (message) => {
      outbox.retry(message);
      sendNow();
    },
    discard: (message) => {
      for (const entry of outbox.of(key)) if (entry.key === message) forget(entry);
      show();
    },
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

type Send = (entry: MessageEntry) => Promise<boolean>;

interface SenderOptions {
  /** Sends what waits and gives when to call again; null when nothing does. */
  flush: (send: Send, atOnce: boolean) => Promise<number | null>;
  deliver: Send;
  /** The server has decided about one: what it says of the conversation may have changed. */
  onAnswer: () => void;
  /** Nothing more is sent for now. */
  onEnd: () => void;
}

/** Sends what waits in a conversation: when asked to, when its time has come, and when the network is back. */
function createSender({ flush, deliver, onAnswer, onEnd }: SenderOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let following = false;

  const send: Send = async (entry) => {
    try {
      const more = await deliver(entry);
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
    const next = await flush(send, atOnce);
    onEnd();
    clearTimeout(timer);
    if (following && next !== null)
      timer = setTimeout(() => void run(false), Math.max(0, next - Date.now()));
  };
  const sendNow = () => void run(true);
  return {
    send: sendNow,
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
