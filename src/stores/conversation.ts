import { atom } from 'nanostores';
import { toAppError } from '#data/app-error.ts';
import {
  markThreadRead,
  readThread,
  reportMessage,
  sendMessage,
  type ThreadKey,
} from '#data/threads.ts';
import {
  type Conversation,
  type ConversationState,
  type OutgoingMessage,
  readBy,
  withNewest,
  withOlder,
  withSent,
} from '#domain/conversation.ts';
import { messageFor } from '#domain/errors.ts';
import type { Thread } from '#domain/thread.ts';
import { browserLock } from './browser-lock.ts';
import { usableStorage } from './browser-storage.ts';
import { messageDraft } from './message-draft.ts';
import { isMessageEntry, type MessageEntry } from './message-entries.ts';
import { createMessageOutbox, type MessageOutbox } from './message-outbox.ts';
import { newKey } from './new-key.ts';
import { onNews } from './notices.ts';
import { createPoller, onWake } from './poller.ts';

/** How often a guest's page asks; nothing else tells it of news. */
const GUEST_MS = 6000;
/** News come by themselves to whoever is signed in, but not that the other side has read something. */
const ACCOUNT_MS = 20_000;

const NOT_SENT = 'It could not be sent.';

let shared: MessageOutbox | undefined;
function outbox(): MessageOutbox {
  shared ??= createMessageOutbox({
    storage: usableStorage('localStorage'),
    lock: browserLock,
    newKey,
    toRefusal: toAppError,
  });
  return shared;
}

/** The conversation between whoever asked and one artist, for a page that shows it. It asks nothing before `follow`. */
export function conversation(key: ThreadKey): Conversation {
  const draft = messageDraft(usableStorage('localStorage'), key);
  const $state = atom<ConversationState>({
    thread: null,
    failed: false,
    outgoing: [],
    readAtOpening: 0,
  });
  const change = (part: Partial<ConversationState>) => $state.set({ ...$state.get(), ...part });

  /** Shows what is kept here; what has arrived is not on its way any more, whatever became of the answer. */
  function showOutgoing(thread = $state.get().thread): void {
    const arrived = new Set(thread?.messages.map((message) => message.key));
    const waiting = outbox()
      .of(key)
      .filter((entry) => {
        if (arrived.has(entry.key)) outbox().remove(entry.key);
        return !arrived.has(entry.key);
      });
    const outgoing = waiting.map(shown);
    const same = JSON.stringify(outgoing) === JSON.stringify($state.get().outgoing);
    if (!same || thread !== $state.get().thread) change({ thread, ...(!same && { outgoing }) });
  }

  let lastAnswer = '';
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

  function take(answer: Thread): void {
    const text = JSON.stringify(answer);
    if (text === lastAnswer) return;
    lastAnswer = text;
    const known = $state.get().thread;
    const thread = withNewest(known, answer);
    if (!known) {
      keepOld(thread);
      change({ failed: false, readAtOpening: readBy(thread, thread.side) });
    }
    showOutgoing(thread);
  }

  /** What was typed a day ago and has not arrived is in the box again: it may not be what they would write now. */
  function keepOld(thread: Thread): void {
    const arrived = new Set(thread.messages.map((message) => message.key));
    const old = outbox()
      .takeOld(key)
      .filter((entry) => !arrived.has(entry.key));
    if (old.length > 0) draft.prepend(old.map(({ body }) => body).join('\n\n'));
  }

  /** Reads again now, where somebody follows. */
  let wake = () => {};

  let timer: ReturnType<typeof setTimeout> | undefined;
  let following = false;
  async function flush(atOnce: boolean): Promise<void> {
    clearTimeout(timer);
    const next = await outbox().flush(key, deliver, atOnce);
    showOutgoing();
    clearTimeout(timer);
    if (following && next !== null)
      timer = setTimeout(() => void flush(false), Math.max(0, next - Date.now()));
  }
  async function deliver(entry: MessageEntry): Promise<void> {
    try {
      const message = await sendMessage(key, entry.body, entry.key);
      const { thread } = $state.get();
      if (thread) showOutgoing(withSent(thread, message));
      // It may have moved the state.
      wake();
    } catch (error) {
      console.error(error);
      // The conversation may have been closed meanwhile.
      if (toAppError(error).definite) wake();
      throw error;
    }
  }

  function follow(): () => void {
    following = true;
    const flushNow = () => void flush(true);
    const elsewhere = ({ key: item }: StorageEvent) => {
      if (item !== null && !isMessageEntry(item)) return;
      showOutgoing();
      wake();
    };
    const poller = createPoller({
      ask: load,
      awake: () => !document.hidden,
      everyMs: key.token ? GUEST_MS : ACCOUNT_MS,
    });
    wake = poller.wake;
    const stops = [onWake(wake), ...(key.token ? [] : [onNews(wake)])];
    addEventListener('online', flushNow);
    addEventListener('storage', elsewhere);
    showOutgoing();
    wake();
    void flush(false);
    return () => {
      following = false;
      clearTimeout(timer);
      poller.stop();
      for (const stop of stops) stop();
      removeEventListener('online', flushNow);
      removeEventListener('storage', elsewhere);
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
      outbox().add(key, body);
      showOutgoing();
      void flush(true);
    },
    retry: (message) => {
      outbox().retry(message);
      showOutgoing();
      void flush(true);
    },
    discard: (message) => {
      outbox().remove(message);
      showOutgoing();
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

function shown({ key, body, at, tries, refused }: MessageEntry): OutgoingMessage {
  const state = refused ? 'refused' : tries > 0 ? 'waiting' : 'sending';
  return { key, body, at, state, reason: refused && messageFor(refused, NOT_SENT) };
}
