import { atom } from 'nanostores';
import { toAppError } from '#data/app-error.ts';
import {
  type ConversationState,
  type OutgoingMessage,
  readBy,
  withNewest,
} from '#domain/conversation.ts';
import { messageFor } from '#domain/errors.ts';
import type { Thread } from '#domain/thread.ts';
import { browserLock } from './browser-lock.ts';
import { usableStorage } from './browser-storage.ts';
import { messageDraft } from './message-draft.ts';
import type { MessageEntry, ThreadId } from './message-entries.ts';
import { createMessageOutbox, type MessageOutbox } from './message-outbox.ts';
import { newKey } from './new-key.ts';

const NOT_SENT = 'It could not be sent.';

let shared: MessageOutbox | undefined;
function messageOutbox(): MessageOutbox {
  shared ??= createMessageOutbox({
    storage: usableStorage('localStorage'),
    lock: browserLock,
    newKey,
    toRefusal: toAppError,
  });
  return shared;
}

/** What a page knows of one conversation, and what this browser keeps for it. */
export function threadState(id: ThreadId) {
  const outbox = messageOutbox();
  const draft = messageDraft(usableStorage('localStorage'), id);
  const $state = atom<ConversationState>({
    thread: null,
    failed: false,
    outgoing: [],
    readAtOpening: 0,
  });
  const change = (part: Partial<ConversationState>) => $state.set({ ...$state.get(), ...part });

  /** What has arrived is not on its way any more, whatever became of the answer. */
  function notArrived(entries: MessageEntry[], thread: Thread | null): MessageEntry[] {
    const arrived = new Set(thread?.messages.map(({ key }) => key));
    for (const { key } of entries) if (arrived.has(key)) outbox.remove(key);
    return entries.filter(({ key }) => !arrived.has(key));
  }

  /** Shows this, and what is on its way now. */
  function show(thread = $state.get().thread): void {
    const now = $state.get();
    const outgoing = notArrived(outbox.of(id), thread).map(shown);
    const same = JSON.stringify(outgoing) === JSON.stringify(now.outgoing);
    if (!same || thread !== now.thread) change({ thread, ...(!same && { outgoing }) });
  }

  /** What was typed a day ago and has not arrived is in the box again: it may not be what they would write now. */
  function keepOld(thread: Thread): void {
    const old = notArrived(outbox.takeOld(id), thread);
    if (old.length > 0) draft.prepend(old.map(({ body }) => body).join('\n\n'));
  }

  let last = '';
  /** Shows an answer that has the newest messages; the same as before changes nothing. */
  function take(answer: Thread): void {
    const text = JSON.stringify(answer);
    if (text === last) return;
    last = text;
    const known = $state.get().thread;
    if (!known) {
      keepOld(answer);
      change({ failed: false, readAtOpening: readBy(answer, answer.side) });
    }
    show(withNewest(known, answer));
  }

  return { $state, change, show, take, outbox, draft };
}

function shown({ key, body, at, tries, refused }: MessageEntry): OutgoingMessage {
  const state = refused ? 'refused' : tries > 0 ? 'waiting' : 'sending';
  return { key, body, at, state, reason: refused && messageFor(refused, NOT_SENT) };
}
